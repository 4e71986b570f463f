//! The corpus that the specification's author published: one file for each criterion, with recorded invocations and
//! assertions on a context that its runner computed (TMPA 11.3).
//!
//! The context is computed here from the envelopes of any subject. Recorded digests of the reference's own results are
//! not expected of anybody: they cover its messages and extensions.

use std::collections::BTreeSet;

use actum_canon::digest::sha256;
use actum_canon::encode::{TMPA_S04, Writer};
use actum_canon::json::Value;

use super::assertion::Assertion;
use super::case::{Case, Evidence, Polarity, Reading};
use super::criterion::Criterion;
use super::envelope::Envelope;
use super::field::{Refusal, digest, document, elements, member, text, word};
use super::input::{Input, Place};

/// Marks a case whose assertions speak of a computed context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Published;

/// Reads one file of the published corpus; `profile` is where its profile lies.
///
/// # Errors
/// [`Refusal`] names the first member that cannot stand.
pub fn case(bytes: &[u8], profile: &str) -> Result<Case, Refusal> {
    document(bytes, |root| {
        word(root, "core_version", "S0.4")?;
        let id = text(root, "criterion")?;
        let criterion = Criterion::parse(&id)
            .ok_or_else(|| Refusal::at(root, format!("`{id}` is none of C01 to C14")))?;
        let mut inputs = Vec::new();
        let mut readings = Vec::new();
        for run in elements(root, "invocations")? {
            let first = inputs.len();
            for source in elements(run, "sources")? {
                inputs.push(input(source)?);
            }
            readings.push(Reading { id: text(run, "name")?, inputs: (first..inputs.len()).collect() });
        }
        if readings.is_empty() {
            return Err(Refusal::at(root, "a case has at least one reading"));
        }
        Ok(Case {
            criterion,
            title: text(root, "name")?,
            clauses: vec![format!("TMPA 10.2 {id}")],
            polarity: Polarity::Negative,
            prerequisites: Vec::new(),
            profile: profile.to_owned(),
            profile_digest: digest(root, "profile_digest")?,
            inputs,
            readings,
            plans: Vec::new(),
            assertions: Assertion::parse_all(root)?,
            evidence: Evidence::of(&id),
            manifest_digest: sha256(bytes),
            expected: Vec::new(),
            expected_result_digest: None,
            published: Some(Published),
            id,
        })
    })
}

fn input(value: Value<'_>) -> Result<Input, Refusal> {
    let bytes =
        member(value, "text")?.as_str().ok_or_else(|| Refusal::at(value, "`text` must be a string"))?;
    let input = Input {
        source_id: text(value, "source_id")?,
        media_type: text(value, "media_type")?,
        byte_digest: digest(value, "byte_digest")?,
        place: Place::Inline(bytes.as_bytes().to_vec()),
    };
    match input.mismatch(bytes.as_bytes()) {
        Some(message) => Err(Refusal::at(value, message)),
        None => Ok(input),
    }
}

/// One member of a context.
enum Fact {
    Text(Option<String>),
    Texts(Vec<String>),
    Number(usize),
    Truth(bool),
    /// A value in canonical form.
    Raw(Option<Vec<u8>>),
}

impl Published {
    /// The context of a criterion, in canonical form.
    #[must_use]
    pub(super) fn context(self, criterion: Criterion, results: &[&Envelope]) -> Vec<u8> {
        let mut facts = facts(&criterion.to_string(), results);
        facts.sort_by(|one, other| TMPA_S04.compare_names(one.0, other.0));
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&TMPA_S04, &mut bytes);
        let Ok(()) = writer.begin_object();
        for (name, fact) in facts {
            let Ok(()) = writer.name(name);
            write(fact, &mut writer);
        }
        let Ok(()) = writer.end_object();
        let Ok(()) = writer.finish();
        bytes
    }

    /// Whether a context speaks of states, which a subject need not publish.
    pub(super) fn unpublished(self, results: &[&Envelope], tokens: &[String]) -> bool {
        let of_state = ["states_equal_created", "missing_state", "state", "responsibility"];
        tokens.first().is_some_and(|name| of_state.contains(&name.as_str()))
            && results.iter().any(|result| result.works.is_none())
    }
}

fn write(fact: Fact, writer: &mut Writer<'_, Vec<u8>>) {
    let Ok(()) = match fact {
        Fact::Text(Some(text)) => writer.string(&text),
        Fact::Text(None) | Fact::Raw(None) => writer.null(),
        Fact::Raw(Some(bytes)) => writer.raw(&bytes),
        Fact::Number(number) => writer.integer(u64::try_from(number).unwrap_or_default()),
        Fact::Truth(truth) => writer.boolean(truth),
        Fact::Texts(texts) => {
            let Ok(()) = writer.begin_array();
            for text in texts {
                let Ok(()) = writer.string(&text);
            }
            writer.end_array()
        }
    };
}

fn facts(criterion: &str, results: &[&Envelope]) -> Vec<(&'static str, Fact)> {
    let nothing = Envelope::default();
    let first = results.first().copied().unwrap_or(&nothing);
    let second = results.get(1).copied().unwrap_or(&nothing);
    let distinct = results.iter().map(|result| result.comparable()).collect::<BTreeSet<_>>().len();
    match criterion {
        "C01" => vec![
            ("schema_invalid_count", Fact::Number(first.issues.len())),
            ("node_count", Fact::Number(first.nodes.len())),
            ("issue_codes", codes(first)),
        ],
        "C02" | "C03" => {
            vec![("issue_codes", codes(first)), ("node_ids", ids(first)), ("view_state", view(first))]
        }
        "C04" => vec![
            ("issue_codes", codes(first)),
            ("node_ids", ids(first)),
            ("unique_result_digests", Fact::Number(distinct)),
        ],
        "C05" => {
            let created = |result: &&Envelope| {
                work(result, "work-c05").is_some_and(|(state, _)| state == b"\"created\"")
            };
            let known = results.iter().all(|result| result.works.is_some());
            let mut facts = vec![
                ("denied_codes", codes(first)),
                ("denied_judgment", judgment(first, "c05-denied")),
                ("missing_codes", codes(second)),
                ("missing_judgment", judgment(second, "c05-missing")),
            ];
            if known {
                facts.push(("states_equal_created", Fact::Truth(results.iter().all(created))));
            }
            facts
        }
        "C06" => with_state(
            second,
            "work-c06",
            "missing_state",
            vec![
                ("illegal_codes", codes(first)),
                ("illegal_judgment", judgment(first, "c06-illegal")),
                ("missing_codes", codes(second)),
                ("missing_judgment", judgment(second, "c06-02-submit")),
            ],
        ),
        "C07" => with_state(
            first,
            "work-c07",
            "state",
            vec![("issue_codes", codes(first)), ("review_judgment", judgment(first, "c07-03-review"))],
        ),
        "C08" => vec![
            ("issue_codes", codes(first)),
            ("node_ids", ids(first)),
            (
                "issue_source_ids",
                Fact::Texts(first.issues.iter().map(|issue| issue.source.clone()).collect()),
            ),
        ],
        "C09" => vec![
            ("issue_codes", codes(first)),
            ("judgment", Fact::Text(first.judgment.clone())),
            ("view_state", view(first)),
        ],
        "C10" => vec![
            ("issue_codes", codes(first)),
            ("cycle_a_view", node_view(first, "c10-a")),
            ("cycle_b_view", node_view(first, "c10-b")),
            ("unaffected_view", node_view(first, "c10-unaffected")),
        ],
        "C11" => vec![
            ("permutation_count", Fact::Number(results.len())),
            ("unique_result_digests", Fact::Number(distinct)),
            ("cross_stream_order_edges", Fact::Number(crossing(first))),
        ],
        "C12" => vec![
            ("before_codes", codes(first)),
            ("before_view", view(first)),
            ("before_review_count", Fact::Number(reviews(first))),
            ("after_codes", codes(second)),
            ("after_view", view(second)),
        ],
        "C13" => {
            let facts =
                vec![("fresh_reader_equal", Fact::Truth(distinct == 1)), ("issue_codes", codes(first))];
            let mut facts = with_state(first, "work-c13", "state", facts);
            if let Some((_, role)) = work(first, "work-c13") {
                facts.push(("responsibility", Fact::Raw(Some(role.to_vec()))));
            }
            facts
        }
        "C14" => with_state(
            first,
            "work-c14",
            "state",
            vec![
                ("node_count", Fact::Number(first.nodes.len())),
                ("node_ids", ids(first)),
                ("issue_count", Fact::Number(first.issues.len())),
            ],
        ),
        _ => Vec::new(),
    }
}

fn codes(envelope: &Envelope) -> Fact {
    Fact::Texts(envelope.issues.iter().map(|issue| issue.code.clone()).collect())
}

fn ids(envelope: &Envelope) -> Fact {
    Fact::Texts(envelope.nodes.iter().map(|node| node.id.clone()).collect())
}

fn view(envelope: &Envelope) -> Fact {
    Fact::Text(envelope.view_state.clone())
}

fn node<'e>(envelope: &'e Envelope, id: &str) -> Option<&'e super::envelope::Node> {
    envelope.nodes.iter().find(|node| node.id == id)
}

fn judgment(envelope: &Envelope, id: &str) -> Fact {
    Fact::Text(node(envelope, id).and_then(|node| node.judgment.clone()))
}

fn node_view(envelope: &Envelope, id: &str) -> Fact {
    Fact::Text(node(envelope, id).and_then(|node| node.view.clone()))
}

/// State and responsibility of a work item, in canonical form, where the subject publishes them.
fn work<'e>(envelope: &'e Envelope, id: &str) -> Option<(&'e [u8], &'e [u8])> {
    let work = envelope.works.as_ref()?.get(id)?;
    Some((work.state.as_deref()?, work.responsibility.as_deref().unwrap_or(b"null")))
}

fn with_state(
    envelope: &Envelope,
    id: &str,
    name: &'static str,
    mut facts: Vec<(&'static str, Fact)>,
) -> Vec<(&'static str, Fact)> {
    if let Some((state, _)) = work(envelope, id) {
        facts.push((name, Fact::Raw(Some(state.to_vec()))));
    }
    facts
}

fn reviews(envelope: &Envelope) -> usize {
    envelope.nodes.iter().filter(|node| node.kind.as_deref() == Some("REVIEW")).count()
}

/// Ordering edges from one stream to another.
fn crossing(envelope: &Envelope) -> usize {
    let stream = |id: &str| node(envelope, id).and_then(|node| node.stream.as_deref());
    let crosses = |edge: &&super::envelope::Edge| {
        edge.ordering == Some(true) && stream(&edge.source) != stream(&edge.target)
    };
    envelope.edges.iter().filter(crosses).count()
}
