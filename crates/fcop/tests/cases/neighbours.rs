//! What lies beside a workspace, or is missing from it, changes nothing of what it says, and never raises it.

use super::workspace::{Workspace, registry, weighing};
use super::writer::journey;
use actum_fcop::Projection;
use std::collections::BTreeMap;

fn corpus(name: &str) -> Option<Workspace> {
    Workspace::corpus(&format!("peer-v4/{name}"))
}

/// The same files below another folder.
fn below(workspace: &Workspace, folder: &str) -> Vec<(String, Vec<u8>)> {
    workspace.files.iter().map(|(id, bytes)| (format!("{folder}/{id}"), bytes.clone())).collect()
}

/// What integrity covers, by id; every object has one content.
fn objects(projection: &Projection) -> BTreeMap<String, String> {
    let mut objects = BTreeMap::new();
    for object in &projection.objects {
        let covered = object.covered.to_string();
        let known = objects.insert(object.id.clone(), covered.clone());
        assert!(known.is_none_or(|known| known == covered), "{}", object.id);
    }
    objects
}

fn said(projection: &Projection, code: &str) -> Vec<String> {
    let found = projection.findings.iter().filter(|found| found.code.as_str() == code);
    found.map(|found| found.object.clone()).collect()
}

#[test]
fn two_workspaces_under_any_names_are_read_each_for_itself() {
    let (Some(one), Some(other)) = (corpus("00-happy"), corpus("31-crash-committed")) else { return };
    let alone: BTreeMap<_, _> =
        [&one, &other].iter().flat_map(|each| objects(&each.project(&registry()))).collect();
    for (first, second) in [("a", "b"), ("b", "a"), ("a", "a/nested")] {
        let both = Workspace { files: [below(&one, first), below(&other, second)].concat() };
        let projection = both.project(&registry());
        assert_eq!(weighing(&projection), []);
        assert_eq!(objects(&projection), alone);
        assert_eq!(said(&projection, "fcop:MANIFEST_AMBIGUOUS"), Vec::<String>::new());
    }
}

#[test]
fn a_copy_of_a_workspace_says_what_the_workspace_says() {
    let Some(one) = corpus("00-happy") else { return };
    let alone = one.project(&registry());
    let both = Workspace { files: [one.files.clone(), below(&one, "backup")].concat() };
    let projection = both.project(&registry());
    assert_eq!((weighing(&projection), objects(&projection)), (vec![], objects(&alone)));
    assert_eq!(said(&projection, "fcop:MANIFEST_AMBIGUOUS").len(), 1, "two folders claim one id");
    // A copied file is no second operation.
    let receipts: Vec<_> = one
        .files
        .iter()
        .filter(|(id, _)| id.contains("/operations/") && id.ends_with(".json"))
        .cloned()
        .collect();
    let copied =
        receipts.iter().map(|(id, bytes)| (id.replace("operations/", "operations/copy-"), bytes.clone()));
    let both = Workspace { files: one.files.iter().cloned().chain(copied).collect() };
    let weighs = weighing(&both.project(&registry()));
    assert_eq!(weighs.len(), receipts.len());
    for (code, object) in weighs {
        assert_eq!(code, "fcop:PATH_EVENT_DIVERGENCE");
        assert!(object.starts_with("urn:uuid:"), "{object}");
    }
}

#[test]
fn without_its_manifest_a_workspace_is_undetermined_and_nothing_is_raised() {
    for name in ["00-happy", "22-unadopted-profile"] {
        let Some(whole) = corpus(name) else { return };
        let mut cases = [whole.clone(), whole.clone(), whole.clone()];
        cases[0].files.retain(|(id, _)| !id.ends_with("fcop.json"));
        cases[1].edit("fcop.json", "{", "{{");
        let (id, bytes) = whole.files.iter().find(|(id, _)| id.ends_with("fcop.json")).cloned().unwrap();
        // Two contents of one name that are not of one workspace.
        let text = String::from_utf8(bytes).unwrap().replace("urn:uuid:", "urn:uuid:0");
        cases[2].files.push((id, text.into_bytes()));
        for (at, case) in cases.iter().enumerate() {
            let projection = case.project(&registry());
            let task: Vec<_> = objects(&projection)
                .into_keys()
                .filter(|id| id.starts_with("TASK-") && !id.contains('/'))
                .collect();
            assert_eq!(said(&projection, "fcop:WORKSPACE_UNDETERMINED"), task, "{name} {at}");
            assert_eq!(said(&projection, "AUTHORITY_UNDETERMINED").len(), 2, "{name} {at}");
            let broken: Vec<_> = said(&projection, "SCHEMA_INVALID");
            assert_eq!(broken, vec![""; usize::from(at == 1)], "{name} {at}: the manifest alone");
        }
    }
}

#[test]
fn a_manifest_above_the_workspace_decides_nothing_in_it() {
    let Some(mut workspace) = corpus("22-unadopted-profile") else { return };
    let before = weighing(&workspace.project(&registry()));
    let (_, bytes) = workspace.files.iter().find(|(id, _)| id.ends_with("fcop.json")).cloned().unwrap();
    let adopting = String::from_utf8(bytes).unwrap().replace("\"other\"", "\"local-trust\"");
    workspace.files.push(("fcop.json".into(), adopting.into_bytes()));
    let projection = workspace.project(&registry());
    assert_eq!(weighing(&projection), before);
    assert_eq!(said(&projection, "fcop:MANIFEST_AMBIGUOUS").len(), 1);
}

#[test]
fn a_stage_that_a_committed_operation_left_is_told_from_a_second_one() {
    // A record that keeps everything holds the TASK in every stage that it went through.
    let mut kept = Workspace::default();
    let stops = journey();
    for (workspace, ..) in &stops {
        for (id, bytes) in &workspace.files {
            if !kept.files.iter().any(|(known, same)| known == id && same == bytes) {
                kept.files.push((id.clone(), bytes.clone()));
            }
        }
    }
    let (last, ..) = stops.last().unwrap();
    let projection = kept.project(&registry());
    assert_eq!(weighing(&projection), weighing(&last.project(&registry())));
    assert_eq!(said(&projection, "fcop:STAGE_LEFT").len(), 1);
    // Each receipt in each of its stages, as a record holds them that looks at the workspace all the time.
    let mut watched = kept.clone();
    for (id, bytes) in kept.files.iter().filter(|(id, _)| id.contains("operations/transition-")) {
        for stage in ["PREPARED", "TARGET_DURABLE"] {
            let text = String::from_utf8(bytes.clone()).unwrap().replace("COMMITTED", stage);
            watched.files.push((id.clone(), text.into_bytes()));
        }
    }
    assert!(watched.files.len() > kept.files.len());
    let seen = watched.project(&registry());
    assert_eq!((weighing(&seen), objects(&seen)), (weighing(&projection), objects(&projection)));
    // Where the operation is not known to have ended, nobody can tell.
    let open = |(id, bytes): &mut (String, Vec<u8>)| {
        if id.contains("operations/transition-") {
            let text = String::from_utf8(bytes.clone()).unwrap();
            *bytes = text.replace("COMMITTED", "TARGET_DURABLE").into_bytes();
        }
    };
    kept.files.iter_mut().for_each(open);
    assert_eq!(said(&kept.project(&registry()), "fcop:STATE_AMBIGUOUS").len(), 1);
}

#[test]
fn a_task_in_no_stage_and_a_report_among_reviews_are_said() {
    let Some(happy) = corpus("00-happy") else { return };
    for (from, to, weighs) in [
        ("_lifecycle/archive/", "", 2),
        ("_lifecycle/archive/", "_lifecycle/Archive/", 2),
        ("_lifecycle/archive/", "_lifecycle/archive/x/", 2),
        ("reports/", "reviews/", 1),
    ] {
        let mut moved = happy.clone();
        moved.files.iter_mut().for_each(|(id, _)| *id = id.replace(from, to));
        let projection = moved.project(&registry());
        assert_eq!(weighing(&projection).len(), weighs, "{from} {to}: {:?}", weighing(&projection));
        assert_eq!(said(&projection, "fcop:PATH_EVENT_DIVERGENCE").len(), 1);
    }
}

#[test]
fn a_copy_of_one_envelope_beside_its_workspace_or_in_another_lowers_nothing_in_it() {
    let (Some(one), Some(other)) = (corpus("00-happy"), corpus("31-crash-committed")) else { return };
    let both = Workspace { files: [below(&one, "a"), below(&other, "b")].concat() };
    let objects_of = |projection: &Projection| {
        let weighs = projection.findings.iter().filter(|found| found.effect().is_some());
        weighs.map(|found| found.object.clone()).filter(|object| !object.is_empty()).collect::<Vec<_>>()
    };
    for (name, _) in one.files.iter().filter(|(id, _)| id.contains("TASK-") || id.contains("REPORT-")) {
        let bytes = one.files.iter().find(|(id, _)| id == name).unwrap().1.clone();
        let file = name.rsplit('/').next().unwrap();
        for place in [
            file.to_owned(),
            format!("b/fcop/_lifecycle/done/{file}"),
            format!("a/_lifecycle/archive/{file}"),
        ] {
            let mut dropped = both.clone();
            dropped.files.push((place.clone(), bytes.clone()));
            let projection = dropped.project(&registry());
            assert_eq!(objects_of(&projection), Vec::<String>::new(), "{place}");
            assert!(
                projection.findings.iter().any(|found| found.source == place),
                "{place}: nothing is silent"
            );
        }
    }
}

#[test]
fn a_manifest_that_grew_says_what_all_its_contents_say() {
    let Some(happy) = corpus("00-happy") else { return };
    let (id, bytes) = happy.files.iter().find(|(id, _)| id.ends_with("fcop.json")).cloned().unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let with = |adopted: &str| {
        let grown = text.replace("[\"local-trust\"]", adopted);
        assert_ne!(grown, text);
        Workspace { files: [happy.files.clone(), vec![(id.clone(), grown.into_bytes())]].concat() }
    };
    assert_eq!(weighing(&with("[\"local-trust\",\"more\"]").project(&registry())), []);
    let doubtful = with("[]").project(&registry());
    assert_eq!(
        said(&doubtful, "AUTHORITY_UNDETERMINED").len(),
        2,
        "no content says that it is the later one"
    );
    assert_eq!(said(&doubtful, "fcop:WORKSPACE_UNDETERMINED"), Vec::<String>::new());
}
