//! Source ids: how a path becomes the stable name of a source, the same on every system (TMPA 8.1).

use std::ffi::OsStr;
use std::path::{Component, Path};

/// Writes one file name as part of a source id; `true` where the name was not valid Unicode.
///
/// Bytes that are not valid UTF-8 become `%XX`. To keep two different names from meeting in one id, a `%` that could
/// be read back as such an escape becomes `%25`; every other name is itself.
pub(super) fn encode(name: &OsStr, id: &mut String) -> bool {
    let mut foreign = false;
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        let valid = chunk.valid();
        for (at, character) in valid.char_indices() {
            id.push(character);
            if character == '%' && valid.as_bytes().get(at + 1..).is_some_and(reads_as_escape) {
                id.push_str("25");
            }
        }
        for byte in chunk.invalid() {
            foreign = true;
            id.push_str(&format!("%{byte:02X}"));
        }
    }
    foreign
}

/// Whether `rest` after a `%` spells a byte that is never written raw, or the escape of `%`.
fn reads_as_escape(rest: &[u8]) -> bool {
    match rest {
        [b'2', b'5', ..] => true,
        [high, low, ..] => {
            matches!(high, b'8' | b'9' | b'A'..=b'F') && matches!(low, b'0'..=b'9' | b'A'..=b'F')
        }
        _ => false,
    }
}

/// Writes a whole path as a source id: `/` between the parts, no `./`, nothing resolved.
pub(super) fn encode_path(path: &Path) -> (String, bool) {
    let mut id = String::new();
    let mut foreign = false;
    for component in path.components() {
        match component {
            Component::CurDir => continue,
            Component::RootDir => {
                id.push('/');
                continue;
            }
            Component::Prefix(_) | Component::ParentDir | Component::Normal(_) => {}
        }
        if !id.is_empty() && !id.ends_with('/') {
            id.push('/');
        }
        foreign |= encode(component.as_os_str(), &mut id);
    }
    (id, foreign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(path: &str) -> String {
        encode_path(Path::new(path)).0
    }

    #[test]
    fn a_path_is_written_with_slashes_and_without_dots() {
        assert_eq!(encoded("./a//b/./c.json"), "a/b/c.json");
        assert_eq!(encoded("/a/b/"), "/a/b");
        assert_eq!(encoded("../a"), "../a");
        assert_eq!(encoded("."), "");
        assert_eq!(encoded("50% off/a%20b.json"), "50% off/a%20b.json");
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_unicode_are_kept_apart_from_names_that_look_like_their_escape() {
        use std::os::unix::ffi::OsStrExt;
        let written = |bytes: &[u8]| {
            let mut id = String::new();
            let foreign = encode(OsStr::from_bytes(bytes), &mut id);
            (id, foreign)
        };
        assert_eq!(written(b"a\xFF.json"), ("a%FF.json".into(), true));
        assert_eq!(written(b"a%FF.json"), ("a%25FF.json".into(), false));
        assert_eq!(written(b"a%25FF.json"), ("a%2525FF.json".into(), false));
        assert_eq!(written(b"%\xFF"), ("%%FF".into(), true));
    }
}
