//! Completions and the manual, made from the command line itself.

use crate::support::Place;

#[test]
fn the_markdown_reference_covers_every_command() {
    let outcome = Place::new().run("man --format markdown");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    insta::assert_snapshot!(outcome);
}

#[test]
fn the_table_of_codes_holds_every_core_code() {
    let outcome = Place::new().run("man --codes");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    for code in actum::tmpa::Code::ALL {
        assert!(outcome.stdout.contains(&format!("| `{code}` |")), "{code}");
    }
    insta::assert_snapshot!(outcome);
}

#[test]
fn the_manual_page_is_roff_with_every_command() {
    let outcome = Place::new().run("man");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    assert!(outcome.stdout.contains(".TH actum 1"), "{outcome}");
    assert!(outcome.stdout.contains("Exit codes"), "{outcome}");
}

#[test]
fn every_shell_gets_its_completions() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let outcome = place.run(&format!("completions {shell}"));
        assert_eq!(outcome.exit, Some(0), "{outcome}");
        assert!(outcome.stdout.contains("actum") && outcome.stdout.contains("brief"), "{shell}");
    }
}
