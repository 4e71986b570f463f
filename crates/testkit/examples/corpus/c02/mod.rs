//! C02, primary carrier and single-writer immutability (TMPA 9.2): one lasting carrier, nobody edits what another
//! published, and what corrects or replaces is a new object.

mod carrier;
mod correction;
use crate::case::{Case, Input, Orders, case};
use crate::cast::{aside, carrier, note, report};
use crate::reading::all;
use actum_testkit::evidence::Draft;
use serde_json::json;

pub(crate) fn cases() -> Vec<Case> {
    [carrier::carriers(), carrier::missing(), writers(), correction::corrections()].concat()
}

const CARRIER: [&str; 4] = ["TMPA 3.5", "TMPA 4.1", "TMPA 4.3", "TMPA 9.2"];

const WRITER: [&str; 3] = ["TMPA 3.1", "TMPA 9.2", "TMPA 9.5"];

/// One writer for each object and each stream.
fn writers() -> Vec<Case> {
    let edited = report().body(json!({ "summary": "done better" }));
    let two = |name: &str, title: &str, second: Draft| {
        case(name, title, &WRITER)
            .with([carrier()])
            .input(Input::seen(&report(), "published"))
            .input(Input::seen(&second, "edited"))
            .reads(
                all()
                    .accepts("c")
                    .excludes("published edited")
                    .state("W", "created", "PM")
                    .issue("DUPLICATE_ID_CONFLICT", "rep"),
            )
            .orders(Orders::Some)
    };
    vec![
        two(
            "another-writer-does-not-replace-a-published-object",
            "gus publishes other content under bob's id",
            edited.clone().by("gus", "DEV").stream("s-gus", 1),
        ),
        two(
            "its-own-writer-does-not-edit-a-published-object",
            "bob publishes other content under his own id",
            edited,
        ),
        two(
            "a-later-date-does-not-make-an-edit-win",
            "the edit carries a later time",
            report().created_at("2026-09-01T00:00:00Z").body(json!({ "summary": "done better" })),
        ),
        two(
            "another-place-in-the-stream-does-not-make-an-edit-win",
            "the edit stands at the next place",
            report().stream("s-bob", 2),
        ),
        case("two-writers-do-not-share-a-stream", "alice and bob both write into one stream", &WRITER)
            .with([carrier(), note("n", 2).by("bob", "DEV"), aside("other", "carol", "QA")])
            .reads(all().disputed("c n").accepts("other").unknown("W"))
            .orders(Orders::Some),
        case("a-writer-may-have-several-streams", "alice publishes in two streams", &WRITER)
            .with([carrier(), note("n", 1).stream("s-alice-2", 1), note("m", 2)])
            .reads(all().accepts("c n m").state("W", "created", "PM").incomparable("n", "m"))
            .orders(Orders::Some),
        case("somebody-else-answers-with-an-object-of-their-own", "gina's note about bob's report", &WRITER)
            .with([carrier(), report(), aside("n", "gina", "QA").refer("cites", "rep")])
            .reads(
                all().accepts("c rep n").state("W", "created", "PM").edge("n", "cites", "rep", false).should(
                    "creator",
                    "/nodes/rep/creator",
                    "equals",
                    json!("bob"),
                ),
            )
            .orders(Orders::Some),
    ]
}
