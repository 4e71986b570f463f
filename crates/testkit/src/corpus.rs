//! Finds the corpora that are read by tests but not kept in this repository.
//!
//! They lie in a folder beside the checkout, or where `ACTUM_SHARED` says. A machine without them can still
//! run every test; only the continuous check, which sets `CI`, insists on them.

use std::env;
use std::path::{Path, PathBuf};

const OVERRIDE: &str = "ACTUM_SHARED";

/// The path of a corpus file or folder, or `None` where it is absent.
///
/// `relative` is taken against `ACTUM_SHARED`, by default the folder `shared` beside the checkout; a relative
/// value of the variable is taken against [`workspace_root`]. On `None` the caller returns from its test, and
/// a line on standard error says that it was skipped and why.
///
/// # Panics
///
/// When the path is absent and `CI` is set to anything but the empty string: a check that quietly skips its
/// evidence is worse than none.
#[must_use]
pub fn shared(relative: &str) -> Option<PathBuf> {
    let base = base(&workspace_root(), env::var_os(OVERRIDE).map(PathBuf::from));
    let strict = env::var_os("CI").is_some_and(|value| !value.is_empty());
    match find(&base, relative, strict) {
        Found::Present(path) => Some(path),
        Found::Skipped(notice) => {
            skip(&notice);
            None
        }
        Found::Refused(notice) => refuse(&notice),
    }
}

/// The folder that holds the workspace's `Cargo.toml`, as it was when this crate was compiled.
#[must_use]
pub fn workspace_root() -> PathBuf {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_folder.ancestors().nth(2).unwrap_or(crate_folder).to_path_buf()
}

enum Found {
    Present(PathBuf),
    Skipped(String),
    Refused(String),
}

fn base(workspace: &Path, given: Option<PathBuf>) -> PathBuf {
    match given {
        Some(folder) if !folder.as_os_str().is_empty() => workspace.join(folder),
        _ => workspace.parent().unwrap_or(workspace).join("shared"),
    }
}

fn find(base: &Path, relative: &str, strict: bool) -> Found {
    let path = base.join(relative);
    if path.exists() {
        return Found::Present(path);
    }
    let place = path.display();
    if strict {
        Found::Refused(format!(
            "`{place}` is absent, and `CI` is set; `{OVERRIDE}` may name the corpora's folder"
        ))
    } else {
        Found::Skipped(format!("skipped: `{place}` is absent; `{OVERRIDE}` may name the corpora's folder"))
    }
}

#[expect(clippy::print_stderr, reason = "the skipped test has no other way to say so")]
fn skip(notice: &str) {
    eprintln!("{notice}");
}

#[expect(clippy::panic, reason = "a panic is how a test fails, and only tests link this crate")]
fn refuse(notice: &str) -> ! {
    panic!("{notice}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_holds_the_workspace_manifest() {
        assert!(workspace_root().join("Cargo.lock").is_file());
        assert!(workspace_root().join("crates/testkit").is_dir());
    }

    #[test]
    fn without_an_override_the_corpora_lie_beside_the_checkout() {
        let beside = PathBuf::from("/a/shared");
        assert_eq!(base(Path::new("/a/checkout"), None), beside);
        assert_eq!(base(Path::new("/a/checkout"), Some(PathBuf::new())), beside);
    }

    #[test]
    fn an_override_is_absolute_or_relative_to_the_workspace() {
        let workspace = Path::new("/a/checkout");
        assert_eq!(base(workspace, Some("/b".into())), PathBuf::from("/b"));
        assert_eq!(base(workspace, Some("corpora".into())), PathBuf::from("/a/checkout/corpora"));
    }

    #[test]
    fn a_present_path_is_returned_in_either_mode() {
        for strict in [false, true] {
            let found = find(&workspace_root(), "Cargo.toml", strict);
            assert!(matches!(found, Found::Present(path) if path.ends_with("Cargo.toml")));
        }
    }

    #[test]
    fn an_absent_path_is_skipped_by_hand_and_refused_in_the_check() {
        let base = workspace_root();
        assert!(matches!(find(&base, "no-such-corpus", false), Found::Skipped(_)));
        assert!(matches!(find(&base, "no-such-corpus", true), Found::Refused(_)));
    }
}
