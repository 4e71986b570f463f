//! The paths that Rust code mentions, with `use` trees spelled out.

/// One mention of an item.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    /// Counted from one.
    pub(crate) line: usize,
    /// Without the beginning that was asked for, segments joined by `::`.
    pub(crate) path: String,
}

/// Every mention in `code` (blanked, see [`crate::source`]) of a path that begins with `start`, such as `crate::`.
pub(crate) fn mentions(code: &str, start: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices(start) {
        let (before, after) = code.split_at(at);
        let Some(after) = after.strip_prefix(start) else {
            continue;
        };
        let goes_further_up = start.ends_with("super::") && after.starts_with("super::");
        if before.ends_with(is_word) || before.ends_with("::") || goes_further_up {
            continue;
        }
        let line = before.matches('\n').count() + 1;
        found.extend(paths(after).into_iter().map(|path| Mention { line, path }));
    }
    found
}

/// The beginnings that lead to the crate's root from a module that lies `depth` steps below it.
pub(crate) fn ways_to_the_root(depth: usize) -> Vec<String> {
    let mut ways = vec!["crate::".to_owned()];
    if depth > 0 {
        ways.push("super::".repeat(depth));
    }
    ways
}

/// What the crate's root file takes into its root: pairs of the name there and the module it comes from.
pub(crate) fn exports(code: &str) -> Vec<(String, String)> {
    let statements = code.match_indices("use ").filter_map(|(at, word)| {
        let (before, after) = code.split_at(at);
        if before.ends_with(is_word) { None } else { after.strip_prefix(word) }
    });
    let mut found = Vec::new();
    for path in statements.flat_map(paths) {
        let path = path.trim_start_matches("crate::").trim_start_matches("self::");
        if let (Some((module, _)), Some((_, name))) = (path.split_once("::"), path.rsplit_once("::")) {
            found.push((name.to_owned(), module.to_owned()));
        }
    }
    found
}

/// The full paths that a `use` tree at the start of `text` spells out.
fn paths(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    tree(text, "", &mut found);
    found
}

fn tree<'t>(text: &'t str, prefix: &str, found: &mut Vec<String>) -> &'t str {
    let text = text.trim_start();
    if let Some(inside) = text.strip_prefix('{') {
        return group(inside, prefix, found);
    }
    if let Some(rest) = text.strip_prefix('*') {
        found.push(prefix.to_owned());
        return rest;
    }
    let (name, rest) = word(text);
    if name.is_empty() {
        return rest;
    }
    let path = if prefix.is_empty() { name.to_owned() } else { format!("{prefix}::{name}") };
    let rest = rest.trim_start();
    if let Some(next) = rest.strip_prefix("::")
        && next.trim_start().starts_with(|start| is_word(start) || start == '{' || start == '*')
    {
        return tree(next, &path, found);
    }
    found.push(path);
    rest.strip_prefix("as ").map_or(rest, |alias| word(alias.trim_start()).1)
}

fn group<'t>(inside: &'t str, prefix: &str, found: &mut Vec<String>) -> &'t str {
    let mut rest = inside;
    loop {
        rest = tree(rest, prefix, found).trim_start();
        match rest.strip_prefix(',') {
            Some(next) => rest = next,
            None => return rest.strip_prefix('}').unwrap_or(rest),
        }
    }
}

fn word(text: &str) -> (&str, &str) {
    let end = text.find(|character| !is_word(character)).unwrap_or(text.len());
    text.split_at(end)
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str, depth: usize) -> Vec<String> {
        let ways = ways_to_the_root(depth);
        let mentions = ways.iter().flat_map(|way| mentions(code, way));
        mentions.map(|mention| mention.path).collect()
    }

    #[test]
    fn groups_and_aliases_are_spelled_out() {
        let code = "use crate::{profile::{Profile, types::Type as T,}, read, code::*};\nfn f() {}";
        assert_eq!(found(code, 1), ["profile::Profile", "profile::types::Type", "read", "code"]);
    }

    #[test]
    fn expressions_count_with_their_line() {
        let code = "fn f() {\n    crate::read::run::<u8>(1)\n}";
        assert_eq!(mentions(code, "crate::"), [Mention { line: 2, path: "read::run".to_owned() }]);
    }

    #[test]
    fn other_crates_and_longer_words_do_not_count() {
        assert!(found("use my_crate::read; use other::crate_like;", 1).is_empty());
    }

    #[test]
    fn a_climb_to_the_root_counts_and_a_shorter_one_does_not() {
        assert_eq!(found("use super::super::read::Reading;", 2), ["read::Reading"]);
        assert!(found("use super::types::Type;", 2).is_empty());
        assert_eq!(found("use super::read;", 1), ["read"]);
    }

    #[test]
    fn exports_name_the_module_behind_a_root_item() {
        let code = "mod a;\npub use a::{One, b::Two};\npub use crate::c::Three;";
        let pairs = exports(code);
        let pairs: Vec<_> = pairs.iter().map(|(name, module)| (name.as_str(), module.as_str())).collect();
        assert_eq!(pairs, [("One", "a"), ("Two", "a"), ("Three", "c")]);
    }
}
