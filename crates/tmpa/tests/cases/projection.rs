//! Projected candidates, findings of other specifications and several lifecycles in one profile (TMPA 4.3, 6.1, 7.3).

use super::bundle::{Folder, full, refused};
use super::cast::{
    ABSENT, DISPUTED, PARTIAL, QUARANTINED, REJECTED, VALID, carrier, object, report, review, start, submit,
    task,
};
use super::outcome::{Outcome, as_source};
use actum_testkit::evidence::{Artifact, Draft};
use actum_tmpa::{
    Beside, Candidate, Cause, Contest, Examiner, Foreign, ForeignCode, InputBundle, Judgment, Severity,
    Source, ViewState, reconstruct, reconstruct_with,
};
use serde_json::json;

const HOUSE_RULE: ForeignCode =
    ForeignCode { name: "house:RULE", severity: Severity::Error, clause: "HOUSE 1", remedy: "ask" };

fn finding(code: ForeignCode, object: &str, effect: Option<(Judgment, ViewState)>) -> Foreign {
    Foreign {
        code,
        source_id: String::new(),
        object_id: object.to_owned(),
        relation: String::new(),
        target_id: String::new(),
        causes: vec![Cause::new("said", "HOUSE 1").at("/content").members(["b", "a"])],
        effect,
    }
}

const REFUSED: Option<(Judgment, ViewState)> = Some((Judgment::Invalid, ViewState::Rejected));

/// What a projection makes of an artifact with these objects.
fn projected(bundle: &InputBundle, source: &str, drafts: &[Draft]) -> Vec<Candidate> {
    let bytes: Vec<Vec<u8>> = drafts.iter().map(Draft::to_bytes).collect();
    let source = Source { id: source, media_type: "text/markdown", bytes: source.as_bytes(), position: None };
    Examiner::new(bundle).project(source, bytes.iter().map(Vec::as_slice))
}

fn native(bundle: &InputBundle, drafts: &[Draft]) -> Vec<Candidate> {
    let artifacts: Vec<Artifact> = drafts.iter().map(Draft::to_source).collect();
    let mut examiner = Examiner::new(bundle);
    artifacts.iter().map(|artifact| examiner.examine(as_source(artifact))).collect()
}

fn read(bundle: &InputBundle, candidates: Vec<Candidate>, findings: Vec<Foreign>) -> Outcome {
    let mut beside = Beside::default();
    findings.into_iter().for_each(|finding| beside.find(finding));
    Outcome::of(reconstruct_with(bundle, candidates, beside).to_bytes())
}

#[test]
fn objects_of_one_artifact_have_it_as_their_source_and_it_counts_once() {
    let bundle = full().bundle();
    let drafts = [carrier(), start("t")];
    let read = reconstruct(&bundle, projected(&bundle, "task.md", &drafts));
    assert_eq!(read.source_count(), 1);
    let outcome = Outcome::of(read.to_bytes());
    assert_eq!((outcome.state("W"), outcome.whole().as_str()), ("active", VALID));
    assert_eq!((outcome.sources("c"), outcome.sources("t")), (vec!["task.md"], vec!["task.md"]));
    let claimed = reconstruct(&bundle, projected(&bundle, "task.md", &[]));
    assert_eq!(claimed.source_set_digest(), read.source_set_digest());
}

#[test]
fn a_claimed_artifact_without_objects_is_a_source_and_no_issue() {
    let bundle = full().bundle();
    let read = reconstruct(&bundle, projected(&bundle, "README.md", &[]));
    assert_eq!((read.source_count(), read.nodes().count(), read.findings().count()), (1, 0, 0));
    assert_eq!(read.judgment(), Judgment::Valid);
}

#[test]
fn the_order_of_candidates_and_findings_and_their_repetition_do_not_matter() {
    let bundle = full().bundle();
    let make = |order: usize| {
        let mut candidates = projected(&bundle, "a.md", &[carrier(), start("t"), start("t")]);
        candidates.extend(projected(&bundle, "b.md", &[report(), report().body(json!(1))]));
        candidates.extend(projected(&bundle, "a.md", &[carrier(), start("t"), start("t")]));
        candidates.extend(native(&bundle, &[carrier()]));
        let mut findings = vec![
            finding(HOUSE_RULE, "t", REFUSED),
            finding(ForeignCode { severity: Severity::Info, ..HOUSE_RULE }, "t", None),
            finding(HOUSE_RULE, "nobody", None),
        ];
        let (count, found) = (candidates.len(), findings.len());
        candidates.rotate_left(order % count);
        findings.rotate_left(order % found);
        if order % 2 == 1 {
            candidates.reverse();
            findings.push(finding(HOUSE_RULE, "t", REFUSED));
        }
        read(&bundle, candidates, findings)
    };
    let first = make(0);
    for order in 1..12 {
        assert_eq!(make(order).bytes, first.bytes, "{order}");
    }
    assert_eq!(first.sources("t"), ["a.md"], "one artifact that says it twice is one source");
    assert_eq!(first.verdict("rep"), ABSENT);
    assert_eq!(first.sources("c"), ["a.md", "src-c"]);
    assert_eq!(first.objects("DUPLICATE_ID_CONFLICT"), ["rep"]);
}

#[test]
fn a_finding_of_another_specification_lowers_its_object_and_whatever_depends_on_it() {
    let bundle = full().bundle();
    let drafts = [carrier(), start("t"), report(), submit("s").refer("reports", "rep")];
    let before = read(&bundle, native(&bundle, &drafts), Vec::new());
    assert_eq!((before.state("W"), before.whole().as_str()), ("review", VALID));
    let after = read(&bundle, native(&bundle, &drafts), vec![finding(HOUSE_RULE, "rep", REFUSED)]);
    assert_eq!((after.verdict("rep").as_str(), after.verdict("s").as_str()), (REJECTED, REJECTED));
    assert_eq!(after.state("W"), "active");
    assert_eq!(after.found("house:RULE"), ["rep"]);
    assert_eq!(after.members("house:RULE", "rep"), ["a", "b"]);
    assert_eq!(after.found("actum:DEPENDENCY_INVALID"), ["s"]);
    assert!(after.issues().all(|issue| issue["code"] != "house:RULE"), "Core's codes are a closed set");
    let open = Some((Judgment::Undetermined, ViewState::Partial));
    let open = read(&bundle, native(&bundle, &drafts), vec![finding(HOUSE_RULE, "s", open)]);
    assert_eq!((open.verdict("s").as_str(), open.state("W")), (PARTIAL, "active"));
    assert_eq!(open.open("W"), ["missing_evidence", "missing_prerequisite"]);
}

#[test]
fn a_finding_by_one_of_cores_codes_is_cores_own_issue() {
    let bundle = full().bundle();
    let code = ForeignCode { name: "INTEGRITY_MISMATCH", severity: Severity::Info, ..HOUSE_RULE };
    let effect = Some((Judgment::Invalid, ViewState::Quarantined));
    let outcome = read(&bundle, native(&bundle, &[carrier()]), vec![finding(code, "c", effect)]);
    let issue = outcome.of_code("INTEGRITY_MISMATCH")[0];
    assert_eq!((&issue["severity"], &issue["source_id"]), (&json!("error"), &json!("src-c")));
    assert_eq!(outcome.verdict("c"), QUARANTINED);
}

#[test]
fn a_finding_about_no_object_weighs_on_the_whole() {
    let bundle = full().bundle();
    let outcome = read(&bundle, native(&bundle, &[carrier()]), vec![finding(HOUSE_RULE, "", REFUSED)]);
    assert_eq!((outcome.verdict("c").as_str(), outcome.whole().as_str()), (VALID, REJECTED));
}

#[test]
fn values_stand_among_the_extensions_in_the_order_of_names_and_take_no_name_of_the_reading() {
    let bundle = full().bundle();
    let mut beside = Beside::default();
    assert!(beside.value("deals", br#"[{"b":1,"a":2}]"#));
    assert!(beside.value("zones", b"1"));
    assert!(!beside.value("work", b"1"));
    assert!(!beside.value("more", b"{"));
    let bytes = reconstruct_with(&bundle, Vec::new(), beside).to_bytes();
    let text = String::from_utf8(bytes).unwrap();
    let expected = r#""extensions":{"deals":[{"a":2,"b":1}],"findings":{},"summary":{"responsibility":{},"work_state":{}},"work":[],"zones":1}"#;
    assert!(text.contains(expected), "{text}");
}

/// A profile in which a projection says who is a clerk.
fn with_clerks() -> Folder {
    let clerk = json!({
        "id": "CLERK", "permitted_actions": ["start"], "assigned_by": [], "established_by": "projection"
    });
    full()
        .set("roles.json", "/roles/-", clerk)
        .set("types.json", "/types/0/permitted_roles/-", json!("CLERK"))
        .set("types.json", "/types/1/permitted_roles/-", json!("CLERK"))
        .set("lifecycle.json", "/transitions/0/allowed_roles/-", json!("CLERK"))
}

#[test]
fn a_role_that_a_projection_establishes_needs_no_assignment_and_nobody_publishes_under_it() {
    let bundle = with_clerks().bundle();
    let drafts = [carrier().by("anybody", "CLERK"), start("t").by("anybody", "CLERK")];
    let made = read(&bundle, projected(&bundle, "a.md", &drafts), Vec::new());
    assert_eq!((made.whole().as_str(), made.state("W")), (VALID, "active"));
    let published = read(&bundle, native(&bundle, &drafts), Vec::new());
    assert_eq!(published.reasons("AUTHORITY_UNDETERMINED", "c"), ["no_assignment"]);
    assert_eq!(published.state("W"), "unknown");
    let archive = full().set("roles.json", "/roles/0/established_by", json!("projection")).bundle();
    let beyond =
        [carrier(), object("t", "TRANSITION").stream("s-pm", 2).transition("done", "archive", "archive")];
    let beyond = read(&archive, projected(&archive, "a.md", &beyond), Vec::new());
    assert_ne!(beyond.verdict("t"), VALID, "the actions of the role still bound it");
}

/// A profile with a second lifecycle, that of a `CASE`, which shares states and actions with the first.
fn with_cases() -> Folder {
    let lifecycle = json!({
        "id": "case", "version": "1", "states": ["created", "shelved"], "initial_state": "created",
        "terminal_states": ["shelved"], "actions": ["start"],
        "transitions": [{ "from": "created", "action": "start", "to": "shelved", "allowed_roles": ["PM"], "required_relations": [] }]
    });
    let kind = |name: &str, carrier: bool| {
        json!({
            "name": name, "version": "1", "responsibility": "a case", "permitted_roles": ["PM"], "required_fields": [],
            "relations": [], "lifecycle": "case", "requires_transition": !carrier, "carrier": carrier
        })
    };
    full()
        .bytes("case.json", lifecycle.to_string().as_bytes())
        .set("profile.json", "/registries/lifecycle", json!(["lifecycle.json", "case.json"]))
        .set("types.json", "/types/-", kind("CASE", true))
        .set("types.json", "/types/-", kind("CASE_STEP", false))
}

#[test]
fn a_work_item_follows_the_lifecycle_of_its_carriers_type() {
    let bundle = with_cases().bundle();
    let case = task("k", "K").kind("CASE").lifecycle("case");
    let step = |id: &str, kind: &str, lifecycle: &str, to: &str| {
        Draft::new(id)
            .kind(kind)
            .work("K", "k")
            .stream("s-k", 2)
            .lifecycle(lifecycle)
            .transition("created", "start", to)
    };
    let own = step("t", "CASE_STEP", "case", "shelved");
    let outcome = read(&bundle, native(&bundle, &[case.clone(), own, carrier(), start("u")]), Vec::new());
    assert_eq!(
        (outcome.state("K"), outcome.state("W"), outcome.whole().as_str()),
        ("shelved", "active", VALID)
    );
    let foreign = step("t", "TRANSITION", "house", "active");
    let outcome = read(&bundle, native(&bundle, &[case.clone(), foreign]), Vec::new());
    assert_eq!(outcome.reasons("LIFECYCLE_UNDETERMINED", "t"), ["unknown_lifecycle"]);
    assert_eq!(outcome.state("K"), "created");
    let unknown_state = read(&bundle, native(&bundle, &[case.state("active")]), Vec::new());
    assert_eq!(
        unknown_state.codes(),
        ["SCHEMA_INVALID"],
        "the states of the other lifecycle are not its own"
    );
}

#[test]
fn every_lifecycle_file_is_part_of_the_input() {
    let digests = |folder: &Folder| {
        folder.load().unwrap().inputs().map(|(name, input)| (name, input.digest.to_string()))
    };
    let (one, other) =
        (digests(&with_cases()), digests(&with_cases().set("case.json", "/version", json!("2"))));
    let changed: Vec<&str> =
        one.iter().zip(&other).filter(|(one, other)| one != other).map(|((name, _), _)| *name).collect();
    assert_eq!(changed, ["conformance_profile", "lifecycle_registry"]);
    let alone = full().set("profile.json", "/registries/lifecycle", json!(["lifecycle.json"]));
    assert_eq!(digests(&alone)[3], digests(&full())[3], "a list of one is that one");
}

#[test]
fn a_lifecycle_is_defined_once_and_at_least_one_is() {
    let twice = with_cases().set("case.json", "/id", json!("house"));
    refused(&twice, "`case.json` at `/id`: `house` appears more than once");
    let none = full().set("profile.json", "/registries/lifecycle", json!([]));
    refused(&none, "`profile.json` at `/registries/lifecycle`: expected an array that is not empty");
}

#[test]
fn projections_are_part_of_the_profile_with_the_file_that_they_need() {
    let entry = json!({ "projection": "fcop", "registry": "fcop.json" });
    let folder = full().set("profile.json", "/projections", json!(["deal", entry])).bytes("fcop.json", b"x");
    let profile = folder.load().unwrap();
    let named: Vec<(&str, Option<&[u8]>)> = profile
        .projections()
        .iter()
        .map(|one| (one.name.as_str(), one.registry.as_ref().map(|(_, bytes)| bytes.as_slice())))
        .collect();
    assert_eq!(named, [("deal", None), ("fcop", Some(&b"x"[..]))]);
    let digest = |folder: &Folder| folder.load().unwrap().inputs()[1].1.digest;
    assert_ne!(digest(&folder), digest(&folder.clone().bytes("fcop.json", b"y")));
    refused(
        &folder.clone().without("fcop.json"),
        "`fcop.json`: the manifest names this file, but the bundle does not hold it",
    );
    let twice = full().set("profile.json", "/projections", json!(["deal", "deal"]));
    refused(&twice, "`profile.json` at `/projections/1`: `deal` appears more than once");
    let outside = json!([{ "projection": "fcop", "registry": "../fcop.json" }]);
    refused(
        &full().set("profile.json", "/projections", outside),
        "`profile.json` at `/projections/0/registry`: `../fcop.json` is not a plain file name inside the bundle folder",
    );
}

#[test]
fn a_digest_that_only_a_projection_can_compute_counts_in_projected_objects_alone() {
    let accepted = json!({ "canonicalization": "fcop-source-bytes-1", "hash_algorithm": "sha256" });
    let bundle = full().set("integrity.json", "/accepted/-", accepted).bundle();
    let bytes = |digest: &str| {
        let mut object = carrier().to_value();
        object["integrity"] = json!({
            "canonicalization": "fcop-source-bytes-1", "hash_algorithm": "sha256", "digest": digest
        });
        object.to_string().into_bytes()
    };
    let digest = format!("sha256:{}", "ab".repeat(32));
    let source = |bytes| Source { id: "a", media_type: "application/json", bytes, position: None };
    let mut examiner = Examiner::new(&bundle);
    let made = examiner.project(source(b"artifact"), [bytes(&digest).as_slice()]);
    assert_eq!(read(&bundle, made, Vec::new()).verdict("c"), VALID);
    let malformed = examiner.project(source(b"artifact"), [bytes("none").as_slice()]);
    assert_eq!(read(&bundle, malformed, Vec::new()).codes(), ["INTEGRITY_MISMATCH"]);
    let published = vec![examiner.examine(source(&bytes(&digest)))];
    assert_eq!(read(&bundle, published, Vec::new()).codes(), ["INTEGRITY_MISMATCH"]);
}

#[test]
fn what_another_specification_calls_a_contradiction_stands_until_an_authorised_decision() {
    let folder = full().assign("hugo-qa", "hugo", "QA");
    let narrow = json!({ "id": "judy-admin", "identity": "judy", "role": "ADMIN", "actions": ["assign"] });
    let bundle = folder.set("roles.json", "/assignments/-", narrow).bundle();
    let contested = |members: &[&str], decider: Option<&str>, named: &[&str]| {
        let mut drafts = vec![
            carrier(),
            report(),
            review("v1", "carol", "approve", "rep"),
            review("v2", "hugo", "approve", "rep"),
        ];
        drafts.extend(decider.map(|decider| {
            let decision = object("d", "DECISION").by(decider, "ADMIN").stream("s-d", 1);
            named.iter().fold(decision, |decision, id| decision.refer("resolves", id))
        }));
        let mut beside = Beside::default();
        for _ in 0..2 {
            beside.contest(Contest {
                relation: "subject".to_owned(),
                target: "W".to_owned(),
                members: members.iter().map(|id| (*id).to_owned()).collect(),
                cause: Cause::new("twice", "HOUSE 1"),
            });
        }
        Outcome::of(reconstruct_with(&bundle, native(&bundle, &drafts), beside).to_bytes())
    };
    let both = ["v2", "v1"];
    let open = contested(&both, None, &[]);
    assert_eq!((open.verdict("v1").as_str(), open.verdict("v2").as_str()), (DISPUTED, DISPUTED));
    assert_eq!(
        (open.objects("UNRESOLVED_CONFLICT"), open.reasons("UNRESOLVED_CONFLICT", "v1")),
        (vec!["v1"], vec!["twice"])
    );
    assert_eq!(open.members("UNRESOLVED_CONFLICT", "v1"), ["v1", "v2"]);
    assert_eq!(contested(&both, Some("judy"), &both).verdict("v1"), DISPUTED, "who may not decide, does not");
    assert_eq!(contested(&both, Some("erin"), &["v1"]).verdict("v1"), DISPUTED, "it names one of two");
    assert_eq!(contested(&both, Some("erin"), &both).whole(), VALID);
    assert_eq!(contested(&["v1", "gone"], None, &[]).whole(), VALID, "one alone contradicts nothing");
}
