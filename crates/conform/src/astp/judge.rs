//! Judging one case: its steps in order, on an empty tree.

use super::Verdict;
use super::case::{Case, CaseFile, Step};
use super::expect;
use super::kept::Kept;
use super::subject::{Answer, Request, Subject, Verb};
use super::value::with;

/// The question for a digest of everything that the tree holds; any text will do that changes with it.
const STATE: Request<'_> = Request { verb: Verb::Ask, name: "state", inputs: "{}", context: "{}" };

/// What became of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseResult {
    /// The case.
    pub id: String,
    /// What was found.
    pub verdict: Verdict,
    /// The step that decided, counted from 1, and what it showed; nothing for a case that passed.
    pub reason: Option<(usize, String)>,
}

/// Runs a case of a file. The setup of the file comes first.
///
/// A refused command must leave the tree as it was, and the judge looks: it asks for the state before and after. A step that
/// expects `"writes": true` beside the refusal (the record of a denial) must change it.
pub fn judge(file: &CaseFile, case: &Case, subject: &mut impl Subject) -> CaseResult {
    subject.begin();
    let mut kept = Kept::default();
    for (index, step) in file.setup.iter().chain(&case.steps).enumerate() {
        if let Err((verdict, why)) = take(step, subject, &mut kept) {
            return CaseResult { id: case.id.clone(), verdict, reason: Some((index + 1, why)) };
        }
    }
    CaseResult { id: case.id.clone(), verdict: Verdict::Pass, reason: None }
}

fn take(step: &Step, subject: &mut impl Subject, kept: &mut Kept) -> Result<(), (Verdict, String)> {
    let not_run = |why| (Verdict::NotRun, why);
    let fail = |why| (Verdict::Fail, why);
    let fill = |source: &str| {
        let filled = with(source, |value| kept.fill(value, source));
        filled.unwrap_or_else(|| Err("the inputs are no JSON".to_owned())).map_err(not_run)
    };
    let (inputs, context) = (fill(&step.inputs)?, fill(&step.context)?);
    let before = (step.verb == Verb::Apply).then(|| subject.answer(STATE));
    let answer =
        subject.answer(Request { verb: step.verb, name: &step.name, inputs: &inputs, context: &context });
    if let Answer::Unable(why) = &answer {
        return Err(not_run(format!("`{}`: {why}", step.name)));
    }
    let difference = with(&step.expect, |expect| expect::difference(expect, &step.expect, &answer, kept));
    match difference {
        None => return Err(not_run("the expectation is no JSON".to_owned())),
        Some(Some(difference)) => return Err(fail(format!("`{}`: {difference}", step.name))),
        Some(None) => {}
    }
    if let (Some(before), Answer::Refused(_)) = (before, &answer) {
        let after = subject.answer(STATE);
        if let Answer::Unable(why) = &after {
            return Err(not_run(format!("`state`: {why}")));
        }
        if (before != after) != step.writes {
            let told = if step.writes { "left no record" } else { "changed the tree" };
            return Err(fail(format!("`{}`: the refused command {told}", step.name)));
        }
    }
    if let (Some(name), Answer::Value(value)) = (&step.keep, answer) {
        kept.keep(name, value);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::astp::subject::Refused;

    /// A tree that is a number: `add` adds, `take` is refused by rule `R` beyond what is there, `leak` is refused and
    /// changes it all the same, `deny` is refused and leaves a record.
    #[derive(Default)]
    struct Number(i64);

    impl Subject for Number {
        fn begin(&mut self) {
            self.0 = 0;
        }

        fn answer(&mut self, request: Request<'_>) -> Answer {
            let by = with(request.inputs, |inputs| inputs.get("by")?.as_number()?.as_u64()).flatten();
            let by = by.unwrap_or(0).cast_signed();
            let refused = || {
                Answer::Refused(Refused { rule: "R".into(), field: "by".into(), message: "too much".into() })
            };
            match request.name {
                "state" => return Answer::Value(self.0.to_string()),
                "add" => self.0 += by,
                "take" if by > self.0 => return refused(),
                "take" => self.0 -= by,
                "leak" | "deny" => {
                    self.0 += 100;
                    return refused();
                }
                other => return Answer::Unable(format!("`{other}` is not known")),
            }
            Answer::Value(format!(r#"{{"is":{},"list":[{}]}}"#, self.0, self.0))
        }
    }

    fn verdict(steps: &str) -> (Verdict, Option<(usize, String)>) {
        let file = format!(
            r#"{{"vector":"X-1","class":"EXTENSION","clauses":[],"rules":[],"description":"d","failure_condition":"f",
                "setup":[{{"apply":"add","inputs":{{"by":2}},"expect":{{"members":{{"/is":2}}}},"keep":"two"}}],
                "cases":[{{"id":"X-1:a","polarity":"positive","title":"t","steps":[{steps}]}}]}}"#
        );
        let file = CaseFile::parse(file.as_bytes()).unwrap();
        let result = judge(&file, &file.cases[0], &mut Number::default());
        (result.verdict, result.reason)
    }

    fn passes(steps: &str) -> bool {
        verdict(steps) == (Verdict::Pass, None)
    }

    #[test]
    fn every_form_of_expectation_can_pass_and_can_fail() {
        for (right, wrong) in [
            (r#""value":{"list":[5],"is":5}"#, r#""value":{"is":5}"#),
            (
                r#""value":{"list":[5.0],"is":{"$kept":"two/is"}}"#,
                r#""value":{"list":[5],"is":{"$kept":"two/is"}}"#,
            ),
            (r#""members":{"/is":5,"/list/0":5}"#, r#""members":{"/is":5,"/list/0":6}"#),
            (r#""members":{"/is":5}"#, r#""members":{"/was":5}"#),
            (r#""has":["/is","/list/0"]"#, r#""has":["/is","/list/1"]"#),
            (r#""lacks":["/was","/list/1"]"#, r#""lacks":["/was","/is"]"#),
            (r#""same_as":"five""#, r#""same_as":"two""#),
            (r#""differs_from":"two""#, r#""differs_from":"five""#),
        ] {
            let step = |expect: &str| {
                format!(
                    r#"{{"apply":"add","inputs":{{"by":3}},"expect":{{"members":{{"/is":5}}}},"keep":"five"}},
                    {{"apply":"add","inputs":{{"by":0}},"expect":{{{expect}}}}}"#
                )
            };
            if right.contains("two/is") {
                assert!(!passes(&step(right)) && !passes(&step(wrong)), "{right}");
                continue;
            }
            assert!(passes(&step(right)), "{right}: {:?}", verdict(&step(right)));
            assert_eq!(verdict(&step(wrong)).0, Verdict::Fail, "{wrong}");
        }
    }

    #[test]
    fn a_refusal_is_expected_by_rule_field_and_text() {
        let step = |expect: &str| {
            format!(r#"{{"apply":"take","inputs":{{"by":9}},"expect":{{"refused":{{{expect}}}}}}}"#)
        };
        for right in ["", r#""rule":"R""#, r#""rule":"R","field":"by","message":"too much""#] {
            assert!(passes(&step(right)), "{right}");
        }
        for wrong in [r#""rule":"Q""#, r#""field":"is""#, r#""message":"too""#] {
            assert_eq!(verdict(&step(wrong)).0, Verdict::Fail, "{wrong}");
        }
        let answered = r#"{"apply":"take","inputs":{"by":1},"expect":{"refused":{}}}"#;
        assert_eq!(verdict(answered).0, Verdict::Fail);
        let refused = r#"{"apply":"take","inputs":{"by":9},"expect":{"members":{"/is":1}}}"#;
        assert_eq!(verdict(refused).0, Verdict::Fail);
    }

    #[test]
    fn a_refusal_that_changes_something_fails_unless_a_record_is_expected() {
        let leak = r#"{"apply":"leak","expect":{"refused":{"rule":"R"}}}"#;
        let (found, reason) = verdict(leak);
        assert_eq!((found, reason.map(|(step, _)| step)), (Verdict::Fail, Some(2)));
        assert!(passes(r#"{"apply":"deny","expect":{"refused":{},"writes":true}}"#));
        let silent = r#"{"apply":"take","inputs":{"by":9},"expect":{"refused":{},"writes":true}}"#;
        assert_eq!(verdict(silent).0, Verdict::Fail);
    }

    #[test]
    fn what_the_subject_does_not_know_says_nothing_about_it() {
        for steps in [
            r#"{"apply":"fly","expect":{"value":1}}"#,
            r#"{"apply":"add","inputs":{"by":{"$kept":"nobody"}},"expect":{"value":1}}"#,
        ] {
            assert_eq!(verdict(steps).0, Verdict::NotRun, "{steps}");
        }
    }

    #[test]
    fn a_kept_answer_fills_later_inputs() {
        assert!(passes(
            r#"{"apply":"add","inputs":{"by":{"$kept":"two/list/0"}},"expect":{"members":{"/is":4}}}"#
        ));
    }
}
