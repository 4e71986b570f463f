//! No test file is forgotten in `main.rs`.

use std::fs;
use std::path::Path;

#[test]
fn every_file_of_cases_is_a_module() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let main = fs::read_to_string(tests.join("main.rs")).unwrap();
    for entry in fs::read_dir(tests.join("cases")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(main.contains(&format!("mod {name};")), "`{name}` is not declared");
    }
}
