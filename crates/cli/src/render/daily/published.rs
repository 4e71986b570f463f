//! What became of a publication: the objects, what the reading says of them, and the receipts.

use actum::deal::Object;
use actum::ledger::Receipt;
use actum::publish::{Lease, Outlook, Prepared, Published, Remark};
use actum::tmpa::{Cause, Judgment};
use actum::{Error, ErrorKind};

use super::ID;
use crate::args::Form;
use crate::render::escape::{id, plain, short_id};
use crate::render::style::{BOLD, label, paint, verdict};

/// The most causes of one finding that are told.
const CAUSES: usize = 4;

/// The answer on standard output.
pub(crate) fn answer(published: &Published, form: Form) -> String {
    match (published, form) {
        (Published::Kept(prepared, receipts), Form::Json) => {
            let line = |at: usize, receipt| {
                object_line(prepared, at).raw("receipt", &receipt_json(receipt)).to_json()
            };
            lines(receipts.iter().enumerate().map(|(at, receipt)| line(at, receipt)))
        }
        (Published::Known(known), Form::Json) => lines(known.iter().map(|(id, receipt)| {
            Object::new()
                .string("id", id)
                .raw("receipt", &receipt_json(receipt))
                .boolean("known", true)
                .to_json()
        })),
        (Published::Seen(prepared) | Published::Refused(prepared), Form::Json) => {
            let object = |at: usize| {
                String::from_utf8_lossy(prepared.objects.get(at).map_or(&[], Vec::as_slice)).into_owned()
            };
            lines(
                (0..prepared.objects.len())
                    .map(|at| object_line(prepared, at).raw("object", object(at).trim_end()).to_json()),
            )
        }
        (Published::Kept(prepared, receipts), Form::Text) => {
            let mut out = String::new();
            for (at, receipt) in receipts.iter().enumerate() {
                out.push_str(&object_text(prepared, at));
                out.push_str(&format!("  entry {}, leaf {}\n", receipt.index, receipt.leaf));
            }
            out + &after(prepared)
        }
        (Published::Known(known), Form::Text) => {
            let line =
                |(object, receipt): &(String, Receipt)| format!("{} entry {}\n", id(object), receipt.index);
            format!(
                "nothing new: this key was published before\n{}",
                known.iter().map(line).collect::<String>()
            )
        }
        (Published::Seen(prepared), Form::Text) => {
            let objects = prepared
                .objects
                .iter()
                .map(|bytes| String::from_utf8_lossy(bytes).trim_end().to_owned() + "\n");
            let verdicts: String = (0..prepared.objects.len()).map(|at| object_text(prepared, at)).collect();
            objects.map(|object| plain_lines(&object)).collect::<String>() + &verdicts + &after(prepared)
        }
        (Published::Refused(prepared), Form::Text) => {
            let verdicts: String = (0..prepared.objects.len()).map(|at| object_text(prepared, at)).collect();
            verdicts + &lowered(prepared)
        }
    }
}

/// Why nothing was written.
pub(crate) fn refusal(prepared: &Prepared) -> Error {
    let judgment = prepared.forecast.judgment();
    let message = if judgment == Judgment::Valid {
        "nothing was written: what the record holds would be worth less".to_owned()
    } else {
        let weighs = |remark: &&Remark| remark.weighs;
        let first = prepared.forecast.objects.iter().flat_map(|object| &object.remarks).find(weighs);
        let why = first.map_or_else(String::new, |remark| format!(": {}", remark_text(remark)));
        format!("nothing was written: the reading would find it {judgment}{why}")
    };
    let mut remedies: Vec<&str> = prepared
        .forecast
        .objects
        .iter()
        .flat_map(|object| &object.remarks)
        .filter(|remark| remark.weighs)
        .map(|remark| remark.remedy.as_str())
        .collect();
    remedies.sort_unstable();
    remedies.dedup();
    let error = Error::new(ErrorKind::Refused, "not_accepted", message);
    let error = remedies.into_iter().take(3).fold(error, |error, remedy| error.hint(remedy));
    error.hint("`--as-evidence` publishes it all the same; it then stays in the record, as it is")
}

/// What a claim did where its identity held the work item already: by the claim `before`, and now until another moment.
pub(crate) fn renewed(before: &Lease, until: &str, session: Option<&str>) -> String {
    let short = |text: &str| short_id(text, ID);
    let (since, until) = (short(&before.since), short(until));
    match (&before.session, session) {
        (Some(holds), Some(asks)) if holds != asks => format!(
            "held by another session of {}, {}, since {since}; renewed until {until} by {}: \
             if {} is still at work on it, leave it and look for something else with `actum next`",
            short(&before.holder),
            short(holds),
            short(asks),
            short(holds)
        ),
        (Some(holds), Some(_)) => {
            format!("already yours since {since}, by this session, {}; renewed until {until}", short(holds))
        }
        (Some(holds), None) => format!(
            "already yours since {since}, by session {}; renewed until {until}. This command names no session: \
             `--session` or ACTUM_SESSION tells whether it is the same one",
            short(holds)
        ),
        (None, _) => format!(
            "already yours since {since}, by a session that gave no name; renewed until {until}. Sessions of one identity \
             are told apart by `--session` or ACTUM_SESSION"
        ),
    }
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.map(|line| line + "\n").collect()
}

fn outlook(prepared: &Prepared, at: usize) -> Option<&Outlook> {
    prepared.forecast.objects.get(at)
}

fn object_line(prepared: &Prepared, at: usize) -> Object {
    let filled = prepared.filled.get(at);
    let outlook = outlook(prepared, at);
    let cause = |cause: &Cause| {
        let pointer = place(cause);
        Object::new()
            .maybe(cause.expected.as_deref(), |object, expected| object.string("expected", expected))
            .maybe(cause.found.as_deref(), |object, found| object.string("found", found))
            .maybe(pointer.as_deref(), |object, pointer| object.string("pointer", pointer))
            .string("reason", cause.reason)
            .to_json()
    };
    let remark = |remark: &Remark| {
        let reasons: Vec<String> = remark.causes.iter().map(|cause| cause.reason.to_owned()).collect();
        Object::new()
            .string("code", &remark.code)
            .string("clause", &remark.clause)
            .array("causes", remark.causes.iter().map(cause))
            .strings("reasons", &reasons)
            .string("remedy", &remark.remedy)
            .to_json()
    };
    Object::new()
        .maybe(filled, |object, filled| {
            object.string("id", &filled.id).string("type", &filled.kind).string("work", &filled.work)
        })
        .maybe(outlook, |object, outlook| {
            object
                .string("judgment", outlook.judgment.as_str())
                .string("view", outlook.view.as_str())
                .array("findings", outlook.remarks.iter().map(remark))
        })
}

fn receipt_json(receipt: &Receipt) -> String {
    Object::new()
        .string("digest", &receipt.digest.to_string())
        .number("index", receipt.index)
        .string("leaf", &receipt.leaf.to_string())
        .string("root", &receipt.root.to_string())
        .to_json()
}

fn object_text(prepared: &Prepared, at: usize) -> String {
    let Some(filled) = prepared.filled.get(at) else { return String::new() };
    let mut out = format!("{} {}", paint(BOLD, id(&filled.id)), id(&filled.kind));
    if let Some(outlook) = outlook(prepared, at) {
        out.push_str(&format!(": {}", verdict(outlook.judgment, outlook.view)));
        out.push('\n');
        for remark in &outlook.remarks {
            out.push_str(&format!("  {}\n", remark_text(remark)));
        }
    } else {
        out.push('\n');
    }
    out
}

/// A finding in one line: code, clause, what and where.
pub(crate) fn remark_text(remark: &Remark) -> String {
    let out = format!("{} ({})", remark.code, remark.clause);
    if remark.causes.is_empty() {
        return out;
    }
    let causes: Vec<String> = remark.causes.iter().take(CAUSES).map(cause_text).collect();
    let more = remark.causes.len() - causes.len();
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    format!("{out}: {}{more}", causes.join(", and "))
}

fn cause_text(cause: &Cause) -> String {
    let mut out = cause.reason.replace('_', " ");
    if let Some(place) = place(cause) {
        out.push_str(&format!(" at {}", plain(&place)));
    }
    if let Some((_, rule)) = broken(cause) {
        out.push_str(&format!("; {}", plain(&in_words(rule))));
        return out;
    }
    for (word, text) in [("found", &cause.found), ("expected", &cause.expected)] {
        if let Some(text) = text.as_ref().filter(|text| !text.is_empty()) {
            out.push_str(&format!("; {word} {}", short_id(text, 2 * ID)));
        }
    }
    out
}

/// Of a body that its schema refuses: the member, from the body on, and the rule of JSON Schema that it breaks.
fn broken(cause: &Cause) -> Option<(&str, &str)> {
    cause.found.as_deref().filter(|_| cause.reason == "body_schema")?.rsplit_once(':')
}

/// Where a cause shows, as far down as it says.
fn place(cause: &Cause) -> Option<String> {
    let pointer = cause.pointer.clone()?;
    Some(pointer + broken(cause).map_or("", |(member, _)| member))
}

/// A rule of JSON Schema for people who do not know it by heart.
fn in_words(rule: &str) -> String {
    let words = match rule {
        "minLength" => "the text is shorter than the profile asks for, or empty",
        "maxLength" => "the text is longer than the profile allows",
        "required" => "a member is absent that the profile asks for",
        "type" => "the value is of another kind than the profile asks for",
        "additionalProperties" | "unevaluatedProperties" => "a member is not known to the profile",
        "minItems" => "the list is shorter than the profile asks for, or empty",
        "enum" | "const" => "the value is none of those that the profile allows",
        _ => "the profile does not allow it",
    };
    format!("{words} ({rule})")
}

/// Where the work items stand afterwards.
fn after(prepared: &Prepared) -> String {
    let line = |standing: &actum::publish::Standing| {
        let state = standing
            .state
            .as_deref()
            .map_or_else(|| "not established".to_owned(), |state| short_id(state, ID));
        format!("{}: {state}, {}, {}\n", short_id(&standing.id, ID), standing.judgment, label(standing.view))
    };
    lowered(prepared) + &prepared.forecast.works.iter().take(20).map(line).collect::<String>()
}

fn lowered(prepared: &Prepared) -> String {
    let line = |(object, before, after): &(String, Judgment, Judgment)| {
        format!("{} would go from {before} to {after}\n", short_id(object, ID))
    };
    prepared.forecast.lowered.iter().take(20).map(line).collect()
}

fn plain_lines(text: &str) -> String {
    text.lines().map(|line| plain(line) + "\n").collect()
}
