//! Arbitrary sequences of messages: a deal or two on their way, over a lossy and hostile line.

use super::json::{Json, raw, text};
use super::message;
use super::random::Random;
use super::terms::Setting;

/// One message as it is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// The bytes, which are UTF-8.
    pub text: String,
    /// Its JSON breaks the profile in a way after which no two readers agree on a digest (DEAL 2.1).
    pub unreadable: bool,
}

/// Whoever takes the messages while they are made up: what comes next depends on the state that it tells.
pub trait Listener {
    /// Takes the next message.
    fn take(&mut self, message: &Sent);

    /// The state of the deal that an id names.
    fn state(&self, id: &str) -> Option<&str>;
}

/// The sequence that belongs to a seed.
pub fn arbitrary(seed: u64, listener: &mut impl Listener) -> Vec<Sent> {
    let mut random = Random::new(seed);
    let mut settings = vec![Setting::arbitrary(&mut random, "1", 0)];
    if random.chance(20) {
        settings.push(Setting::arbitrary(&mut random, "2", 3));
    }
    let mut line = Line { damaging: random.chance(25), ..Line::default() };
    let length = 12 + random.below(32);
    for _ in 0..length {
        let setting = random.pick(&settings);
        let state = |setting: &Setting| setting.ids.iter().find_map(|id| listener.state(id));
        let over =
            settings.iter().all(|setting| state(setting).is_some_and(|state| state.starts_with("Closed")));
        if over && random.chance(50) {
            break;
        }
        let message = if !line.originals.is_empty() && random.chance(5) {
            line.again(&mut random)
        } else {
            let turn = |kind: &str| line.count(kind);
            message::arbitrary(&mut random, setting, state(setting), line.now, turn)
        };
        listener.take(line.send(&mut random, message));
    }
    line.sent
}

/// What happens to messages between their sender and the engine.
#[derive(Default)]
struct Line {
    /// The clock as the host tells it.
    now: u64,
    /// Whether messages are damaged now and then.
    damaging: bool,
    originals: Vec<Json>,
    sent: Vec<Sent>,
}

impl Line {
    /// How many messages of a kind were sent.
    fn count(&self, kind: &str) -> usize {
        let kind = text(kind);
        self.originals.iter().filter(|message| message.get("type") == Some(&kind)).count()
    }

    /// An earlier message, unchanged, stamped anew, or with other content under its old id.
    fn again(&self, random: &mut Random) -> Json {
        let mut message = random.pick(&self.originals).clone();
        match random.below(6) {
            0 => message.set("note", raw(1)),
            1 => message.set("sig", text("s")),
            2 => message.set("seq", raw(2)),
            _ => {}
        }
        message
    }

    fn send(&mut self, random: &mut Random, mut message: Json) -> &Sent {
        self.now += [0, 0, 0, 1, 1, 2, 6][random.weighted(&[30, 10, 10, 20, 20, 8, 2])];
        if random.chance(70) && message.get("at").is_none() {
            let late = random.chance(5);
            message.set("at", raw(if late { self.now.saturating_sub(5) } else { self.now }));
        }
        if random.chance(12) && message.get("msg_id").is_none() {
            message.set("msg_id", text(random.below(9).to_string()));
        }
        if random.chance(2) {
            message.set("protocol_version", text(*random.pick(&["v0.3", "v0.4"])));
        }
        if random.chance(5) {
            message.set("to", text("A"));
        }
        self.originals.push(message.clone());
        if random.chance(20) {
            message.respell(random);
        }
        let unreadable = self.damaging && random.chance(15) && damage(random, &mut message);
        self.sent.push(Sent { text: message.to_text(), unreadable });
        &self.sent[self.sent.len() - 1]
    }
}

/// Breaks one thing; tells whether the message is unreadable from then on.
fn damage(random: &mut Random, message: &mut Json) -> bool {
    let places = message.places();
    let place = random.pick(&places).clone();
    let Some((last, parent)) = place.split_last() else {
        *message =
            random.pick(&[raw("null"), raw(5), text("Offer"), Json::List(vec![message.clone()])]).clone();
        return false;
    };
    // A type that is no string has no agreed spelling in the error.
    let kept = matches!(message, Json::Object(members) if place.len() == 1 && members[*last].0 == "type");
    match (random.below(10), message.at_mut(parent)) {
        (0..=2, Json::Object(members)) => {
            members.remove(*last);
        }
        (0..=2, Json::List(items)) => {
            items.remove(*last);
        }
        (3, Json::Object(members)) => {
            let twin = members[*last].clone();
            members.push(twin);
            return true;
        }
        (3, Json::List(items)) => {
            let twin = items[*last].clone();
            items.push(twin);
        }
        _ if kept => *message.at_mut(&place) = text(*random.pick(&["Note", "offer", "", "Tick"])),
        (4, _) => {
            *message.at_mut(&place) = raw(random.pick(&["1e400", "-1e999", "\"\\ud800\"", "[\"\\udc00x\"]"]));
            return true;
        }
        _ => *message.at_mut(&place) = junk(random),
    }
    false
}

/// A value that is out of place almost anywhere. Never null: the model takes it for absent where the text does not.
fn junk(random: &mut Random) -> Json {
    let deep = format!("{}1{}", "[".repeat(66), "]".repeat(66));
    let all = [
        raw(true),
        raw(false),
        raw(-1),
        raw("1.5"),
        raw("9007199254740993"),
        raw("100.00000000000000001"),
        raw("1e20"),
        raw("-0.0"),
        text(""),
        text("two words"),
        text("x".repeat(129)),
        text("line\nbreak\u{7f}"),
        text("sha256:00"),
        Json::List(Vec::new()),
        Json::Object(Vec::new()),
        Json::List(vec![text("a"), text("a")]),
        Json::List(vec![raw(1)]),
        raw(deep),
    ];
    random.pick(&all).clone()
}
