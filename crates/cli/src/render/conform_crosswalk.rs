//! Crosswalks as tables.

use std::fmt::Write;

use actum::canon::encode::{JCS, Writer};
use actum::conform::{Crosswalk, Row, Support};

use super::escape::plain;
use super::style::{BOLD, DIM, paint};

/// What a crosswalk is not, said wherever one is shown.
const LIMITS: &str =
    "A crosswalk maps requirements to what the record can show. It is no certificate and no legal advice.";

pub(crate) fn text(all: &[Crosswalk]) -> String {
    let mut out = String::new();
    for crosswalk in all {
        let _ = writeln!(
            out,
            "{}\n{}\n{}",
            paint(BOLD, plain(&crosswalk.title)),
            plain(&crosswalk.source),
            plain(&crosswalk.scope)
        );
        for row in &crosswalk.rows {
            let _ = writeln!(
                out,
                "\n  {:<12} {}  {}",
                plain(row.support.as_str()),
                paint(BOLD, plain(&row.id)),
                plain(&row.requirement)
            );
            for (name, value) in parts(row) {
                let _ = writeln!(out, "    {} {}", paint(DIM, format!("{name}:")), plain(&value));
            }
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{LIMITS}");
    out
}

/// What stands beside a requirement; absent parts are left out.
fn parts(row: &Row) -> Vec<(&'static str, String)> {
    let tests: Vec<String> = row.tests.iter().map(ToString::to_string).collect();
    let all = [
        ("carried by", row.fields.join(", ")),
        ("tests", tests.join(", ")),
        ("depends on", row.depends_on.join(", ")),
        ("remark", row.remark.clone()),
    ];
    all.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}

pub(crate) fn markdown(all: &[Crosswalk]) -> String {
    let mut out = format!("# Crosswalks\n\n{LIMITS}\n");
    for crosswalk in all {
        let _ = write!(
            out,
            "\n## {}\n\n{}\n\n{}\n\n| id | requirement | support | carried by | tests | depends on | remark |\n|---|---|---|---|---|---|---|\n",
            cell(&crosswalk.title),
            cell(&crosswalk.source),
            cell(&crosswalk.scope)
        );
        for row in &crosswalk.rows {
            let tests: Vec<String> = row.tests.iter().map(ToString::to_string).collect();
            let cells = [
                row.id.as_str(),
                &row.requirement,
                row.support.as_str(),
                &row.fields.iter().map(|field| format!("`{field}`")).collect::<Vec<_>>().join(", "),
                &tests.join(", "),
                &row.depends_on.join(", "),
                &row.remark,
            ];
            let _ = writeln!(out, "| {} |", cells.map(cell).join(" | "));
        }
    }
    out
}

fn cell(text: &str) -> String {
    plain(text).replace('|', "\\|").replace('\n', " ")
}

pub(crate) fn json(all: &[Crosswalk]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut out = Writer::new(&JCS, &mut bytes);
    let Ok(()) = out.begin_array();
    for crosswalk in all {
        let Ok(()) = out.begin_object();
        member(&mut out, "name", &crosswalk.name);
        let Ok(()) = out.name("rows");
        let Ok(()) = out.begin_array();
        for each in &crosswalk.rows {
            row(each, &mut out);
        }
        let Ok(()) = out.end_array();
        member(&mut out, "scope", &crosswalk.scope);
        member(&mut out, "source", &crosswalk.source);
        let Ok(()) = out.name("support");
        let Ok(()) = out.begin_object();
        let mut words = Support::ALL;
        words.sort_by_key(|word| word.as_str());
        for word in words {
            let Ok(()) = out.name(word.as_str());
            let rows = crosswalk.rows.iter().filter(|row| row.support == word).count();
            let Ok(()) = out.integer(u64::try_from(rows).unwrap_or_default());
        }
        let Ok(()) = out.end_object();
        member(&mut out, "title", &crosswalk.title);
        let Ok(()) = out.end_object();
    }
    let Ok(()) = out.end_array();
    let Ok(()) = out.finish();
    bytes.push(b'\n');
    bytes
}

fn row(row: &Row, out: &mut Writer<'_, Vec<u8>>) {
    let Ok(()) = out.begin_object();
    list(out, "depends_on", row.depends_on.iter().cloned());
    list(out, "fields", row.fields.iter().cloned());
    member(out, "id", &row.id);
    member(out, "remark", &row.remark);
    member(out, "requirement", &row.requirement);
    member(out, "support", row.support.as_str());
    list(out, "tests", row.tests.iter().map(ToString::to_string));
    let Ok(()) = out.end_object();
}

fn member(out: &mut Writer<'_, Vec<u8>>, name: &str, text: &str) {
    let Ok(()) = out.name(name);
    let Ok(()) = out.string(text);
}

fn list(out: &mut Writer<'_, Vec<u8>>, name: &str, texts: impl Iterator<Item = String>) {
    let Ok(()) = out.name(name);
    let Ok(()) = out.begin_array();
    for text in texts {
        let Ok(()) = out.string(&text);
    }
    let Ok(()) = out.end_array();
}
