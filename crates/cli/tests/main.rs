//! The command line as its users see it: exit code, stdout and stderr of the built binary.

#[cfg(test)]
mod cases {
    mod arrival;
    mod brief;
    mod conform;
    mod crash;
    mod daily;
    mod deal;
    mod evidence;
    mod exit_codes;
    mod fcop;
    mod formats;
    mod gate;
    mod hostile;
    mod key;
    mod ledger;
    mod manual;
    mod nothing;
    mod one_record;
    mod profile;
    mod proof;
    mod report;
    mod session;
    mod stream;
    mod suite;
    mod tree;
    mod why;
}
#[cfg(test)]
mod support;

#[test]
fn no_case_file_is_forgotten() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let own = include_str!("main.rs");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = name.strip_suffix(".rs") else {
            continue;
        };
        assert!(
            own.contains(&format!("mod {name};")),
            "tests/cases/{name}.rs is not part of the test binary"
        );
    }
}
