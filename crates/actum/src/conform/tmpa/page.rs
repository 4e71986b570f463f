//! The page of a package: the verdicts and their evidence, for people. One file, no script, nothing from elsewhere.

use std::fmt::Write;

use actum_canon::digest::Sha256;
use actum_conform::tmpa::{CaseReport, Checked, Outcome as AssertionOutcome, Verdict};

use super::corpus::Corpus;
use super::run::Outcome;

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8884;--soft:#8882}\
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}\
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}\
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}\
td.n{text-align:right;font-variant-numeric:tabular-nums}code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}\
.v{font-weight:600;white-space:nowrap}.PASS{color:#1a7f37}.FAIL{color:#cf222e}.PARTIAL,.NOT{color:#9a6700}\
@media(prefers-color-scheme:dark){.PASS{color:#3fb950}.FAIL{color:#f85149}.PARTIAL,.NOT{color:#d29922}}\
details{border-bottom:1px solid var(--line);padding:.3rem 0}summary{cursor:pointer}\
details table{margin:.5rem 0 .5rem 1rem;width:calc(100% - 1rem)}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{font-weight:600}dd{margin:0}";

/// Writes the page.
#[must_use]
pub fn page(corpus: &Corpus, outcome: &Outcome, input_bundle: Sha256) -> String {
    let report = &outcome.report;
    let (name, version) = &outcome.implementation;
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>{} {}: TMPA Core S0.4</title>\n<style>{STYLE}</style>\n<body>\n<main>\n<h1>{} {}: {}</h1>\n",
        text(name),
        text(version),
        text(name),
        text(version),
        verdict(report.aggregate)
    );
    let executed: usize =
        report.criteria.iter().map(|criterion| criterion.assertions.iter().take(2).sum::<usize>()).sum();
    let _ = writeln!(
        out,
        "<p>{} cases of the suite <code>{} {}</code> against TMPA Core S0.4; {executed} mandatory assertions executed.</p>",
        report.cases.len(),
        text(&corpus.id),
        text(&corpus.version)
    );
    out.push_str("<dl>");
    for (term, value) in [
        ("Subject", outcome.subject.clone()),
        ("Suite", corpus.digest.to_string()),
        ("Input bundle", input_bundle.to_string()),
        (
            "Evidence",
            format!("{}; independent adoption is not established by this run", report.evidence_level()),
        ),
    ] {
        let _ = write!(out, "<dt>{term}</dt><dd><code>{}</code></dd>", text(&value));
    }
    out.push_str("</dl>\n");
    let levels: Vec<&str> = outcome.complete.iter().map(|level| level.as_str()).collect();
    let _ = match levels.as_slice() {
        [] => writeln!(out, "<p>Only a part of the suite was run, so that this page supports no claim.</p>"),
        levels => {
            writeln!(out, "<p>Every case was run of the levels that follow: {}.</p>", levels.join(", "))
        }
    };
    criteria(outcome, &mut out);
    for criterion in &report.criteria {
        let mut cases = report.cases.iter().filter(|case| case.criterion == criterion.criterion).peekable();
        if cases.peek().is_some() {
            let _ = writeln!(
                out,
                "<h2 id=\"{0}\">{0} {1}</h2>",
                criterion.criterion,
                text(criterion.criterion.subject())
            );
            cases.for_each(|each| case(each, &mut out));
        }
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn criteria(outcome: &Outcome, out: &mut String) {
    out.push_str(
        "<h2>Criteria</h2>\n<table><thead><tr><th>Criterion</th><th>Verdict</th><th>Run</th><th>Cases</th>\
         <th>Passed</th><th>Failed</th><th>Not executed</th></tr></thead>\n<tbody>\n",
    );
    for criterion in &outcome.report.criteria {
        let [passed, failed, left] = criterion.assertions;
        let _ = writeln!(
            out,
            "<tr><td><a href=\"#{0}\">{0}</a> {1}</td><td>{2}</td><td>{3}</td><td class=\"n\">{4}</td>\
             <td class=\"n\">{passed}</td><td class=\"n\">{failed}</td><td class=\"n\">{left}</td></tr>",
            criterion.criterion,
            text(criterion.criterion.subject()),
            verdict(criterion.verdict),
            criterion.run_state.as_str(),
            criterion.cases
        );
    }
    out.push_str("</tbody></table>\n");
}

fn case(case: &CaseReport, out: &mut String) {
    let open = if case.verdict() == Verdict::Pass { "" } else { " open" };
    let _ = writeln!(
        out,
        "<details id=\"{0}\"{open}><summary>{1} <code>{0}</code> {2} <small>{3}</small></summary>",
        text(&case.id),
        verdict(case.verdict()),
        text(&case.title),
        text(&case.clauses.join(", "))
    );
    if let Some(message) = case.run.message() {
        let _ = writeln!(out, "<p>Not run: {}</p>", text(message));
    }
    if let Some(reason) = &case.declared {
        let _ = writeln!(out, "<p>Declared beforehand: {}</p>", text(reason));
    }
    out.push_str("<table><tbody>\n");
    case.checked.iter().for_each(|checked| assertion(checked, out));
    let _ = writeln!(
        out,
        "</tbody></table>\n<p><a href=\"cases/{0}.json\">assertions</a> · manifest <code>{1}</code></p></details>",
        text(&case.id),
        case.manifest_digest
    );
}

fn assertion(checked: &Checked, out: &mut String) {
    let (class, word) = match checked.outcome {
        AssertionOutcome::Passed => ("PASS", "passed"),
        AssertionOutcome::Failed => ("FAIL", "failed"),
        AssertionOutcome::NotExecuted => ("NOT", "not executed"),
    };
    let optional = if checked.mandatory { "" } else { " (optional)" };
    let _ = writeln!(
        out,
        "<tr><td><code>{}</code>{optional}</td><td class=\"v {class}\">{word}</td><td>{}</td></tr>",
        text(&checked.id),
        text(&checked.note)
    );
}

fn verdict(verdict: Verdict) -> String {
    let class = verdict.as_str().split(' ').next().unwrap_or_default();
    format!("<span class=\"v {class}\">{verdict}</span>")
}

/// Text that no browser takes for anything else, and that cannot turn or hide what stands beside it.
fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
            }
            control if control.is_control() => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out
}
