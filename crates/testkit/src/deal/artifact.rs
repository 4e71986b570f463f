//! Arbitrary artifacts: honest, poor and faked evidence for some items of a deal (DEAL 3.6, 6.4).

use super::json::{Json, object, raw, text, texts};
use super::random::Random;
use super::terms::{Demand, Item, Setting, content};

/// An artifact about some of the items, for the better or the worse.
pub fn arbitrary(random: &mut Random, setting: &Setting) -> Json {
    let mut draft = Draft { quality: *random.pick(&[100, 100, 90, 65]), ..Draft::default() };
    let items: Vec<&Item> = setting.sides.iter().flat_map(|side| &side.items).collect();
    // Most artifacts try to prove everything, some a part.
    let share = *random.pick(&[100, 100, 85, 50, 25, 0]);
    for item in items {
        if random.chance(share) {
            draft.show(random, item);
        }
    }
    if random.chance(10) {
        draft.entries.push(object([("id", text("stray")), ("value", raw(7))]));
    }
    draft.finish(random)
}

#[derive(Default)]
struct Draft {
    /// How many items of a hundred are shown as they are demanded.
    quality: usize,
    entries: Vec<Json>,
    attest: Vec<(String, Json)>,
    fields: Vec<(String, Json)>,
}

impl Draft {
    fn show(&mut self, random: &mut Random, item: &Item) {
        let good = random.chance(self.quality);
        match &item.demand {
            Demand::Attested(expected) => {
                let value = match (good, expected) {
                    (true, Json::Raw(literal)) if literal == "true" => content(&item.id),
                    (true, expected) => expected.clone(),
                    (false, _) => random.pick(&[raw(false), raw("null"), text("other")]).clone(),
                };
                if random.chance(30) {
                    set(&mut self.attest, &item.id, value);
                } else {
                    self.entry(random, &item.id, Some(value));
                }
            }
            Demand::DigestEquals => {
                let value = if good { content(&item.id) } else { raw(0) };
                self.entry(random, &item.id, Some(value));
            }
            Demand::Reviewed(_) if random.chance(50) => set(&mut self.attest, &item.id, raw(good)),
            Demand::Reviewed(_) => self.entry(random, &item.id, Some(raw(1))),
            Demand::FieldPresent => {
                set(&mut self.fields, &item.id, if good { raw(false) } else { raw("null") });
            }
            Demand::FieldEquals(value) => {
                set(&mut self.fields, &item.id, if good { value.clone() } else { raw(-1) });
            }
            Demand::MinLength(least) => {
                let least = if good { *least } else { least.saturating_sub(1) };
                let value = match random.below(3) {
                    0 => Json::List(vec![raw(0); least]),
                    1 if !good => raw(1234),
                    _ => text("\u{1F527}".repeat(least)),
                };
                set(&mut self.fields, &item.id, value);
            }
            // They ask about the artifact as a whole.
            Demand::CrossReferenced | Demand::DigestsValid => {}
        }
    }

    fn entry(&mut self, random: &mut Random, item: &str, value: Option<Json>) {
        let id = format!("e{}", self.entries.len() + 1);
        let mut entry = object([("id", text(id)), ("predicate", text(item))]);
        let value = value.filter(|_| random.chance(95));
        if let Some(value) = &value {
            entry.set("value", value.clone());
        }
        match random.below(20) {
            0 => entry.set("sha256", text(raw("\"fake\"").digest())),
            1..=6 => {
                let digest = value.unwrap_or_else(|| content(item)).digest();
                entry.set("sha256", text(digest));
            }
            7 => entry.set("uri", text("https://example.org/evidence")),
            _ => {}
        }
        self.entries.push(entry);
    }

    fn finish(self, random: &mut Random) -> Json {
        let ids: Vec<String> = self
            .entries
            .iter()
            .filter_map(|entry| match entry.get("id") {
                Some(Json::Text(id)) => Some(id.clone()),
                _ => None,
            })
            .collect();
        let mut artifact = Json::Object(Vec::new());
        let told = |refs: &[String]| object([("text", text("what was found")), ("refs", texts(refs))]);
        match random.below(20) {
            0 => {}
            1 => artifact.set("claim", text("trust me")),
            2 => artifact.set("claim", Json::List(vec![told(&ids), text("and more")])),
            3 => {
                let some: Vec<String> = ids.iter().skip(1).cloned().collect();
                artifact.set("claim", told(&some));
            }
            4 => artifact.set("claim", told(&["nowhere".to_owned()])),
            5 => {
                artifact.set("claim", text("what was found"));
                artifact.set("refs", texts(&ids));
            }
            6 => {
                // The refs of the artifact are those of its one plain claim, and of no other.
                artifact.set("claim", texts(&["what was found"]));
                artifact.set("refs", texts(&ids));
            }
            7 => artifact.set("claim", Json::List(ids.chunks(1).map(told).collect())),
            _ => artifact.set("claim", told(&ids)),
        }
        for (name, members) in [("attest", self.attest), ("fields", self.fields)] {
            if !members.is_empty() || random.chance(5) {
                artifact.set(name, Json::Object(members));
            }
        }
        if !self.entries.is_empty() || random.chance(20) {
            artifact.set("evidence", Json::List(self.entries));
        }
        if random.chance(10) {
            artifact.set("note", raw(random.below(3)));
        }
        artifact
    }
}

fn set(members: &mut Vec<(String, Json)>, name: &str, value: Json) {
    match members.iter_mut().find(|(known, _)| known == name) {
        Some((_, old)) => *old = value,
        None => members.push((name.to_owned(), value)),
    }
}
