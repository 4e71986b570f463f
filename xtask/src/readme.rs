//! The blocks of program output in `README.md`, held against what the program prints.
//!
//! A block is marked by a line `<!-- output of: COMMAND -->` right before its fence. The command is what a reader
//! would type, `actum …` or `cargo run … -- …`, or the arguments alone, which may not be quoted. The block holds
//! standard output, whatever the exit code: a verdict is an answer.

use std::fs;
use std::path::Path;

use crate::docs::first_difference;
use crate::failure::Failure;
use crate::{Complaints, cargo, tree};

const README: &str = "README.md";
const OPENING: &str = "<!-- output of:";
const CLOSING: &str = "-->";
const FENCE: &str = "```";

/// A marked block; the line numbers count from zero.
#[derive(Debug, PartialEq, Eq)]
struct Block {
    command: String,
    arguments: Vec<String>,
    /// The first line inside the fence.
    first: usize,
    /// The line of the closing fence.
    end: usize,
}

/// Writes every block anew.
pub(crate) fn write(root: &Path) -> Result<Complaints, Failure> {
    let path = root.join(README);
    let text = tree::text(&path)?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for block in blocks(&text)?.iter().rev() {
        let printed = printed(root, block)?;
        lines.splice(block.first..block.end, printed.lines().map(str::to_owned));
    }
    let text = lines.join("\n") + "\n";
    fs::write(&path, text).map_err(|error| Failure::file(&path, &error))?;
    Ok(Complaints::new())
}

/// Compares every block with what the program prints now.
pub(crate) fn check(root: &Path) -> Result<Complaints, Failure> {
    let text = tree::text(&root.join(README))?;
    let blocks = blocks(&text)?;
    if blocks.is_empty() {
        return Ok(vec![format!("{README}: no block is marked `{OPENING} … {CLOSING}`")]);
    }
    let mut complaints = Complaints::new();
    for block in blocks {
        let kept: Vec<&str> = text.lines().take(block.end).skip(block.first).collect();
        let printed = printed(root, &block)?;
        let printed: Vec<&str> = printed.lines().collect();
        if let Some(place) = first_difference(&kept.join("\n"), &printed.join("\n")) {
            let command = &block.command;
            complaints.push(format!(
                "{README}:{}: `{command}`: {place}; `cargo run -p xtask -- readme` writes it anew",
                block.first + 1
            ));
        }
    }
    Ok(complaints)
}

fn printed(root: &Path, block: &Block) -> Result<String, Failure> {
    let words: Vec<&str> = block.arguments.iter().map(String::as_str).collect();
    let run = cargo::actum(root, &words)?;
    if run.stdout.is_empty() {
        return Err(Failure::new(format!("`{}` printed nothing: {}", block.command, run.stderr.trim())));
    }
    Ok(run.stdout)
}

fn blocks(text: &str) -> Result<Vec<Block>, Failure> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(rest) = line.trim().strip_prefix(OPENING) else {
            continue;
        };
        let complain = |what: &str| Failure::new(format!("{README}:{}: {what}", number + 1));
        let command =
            rest.strip_suffix(CLOSING).ok_or_else(|| complain("the mark is not closed on its line"))?.trim();
        let opened = lines.next().filter(|(_, line)| line.starts_with(FENCE));
        let (fence, _) = opened.ok_or_else(|| complain("no fence follows the mark"))?;
        let closed = lines.find(|(_, line)| line.trim_end() == FENCE);
        let (end, _) = closed.ok_or_else(|| complain("the fence is not closed"))?;
        let arguments = arguments(command).ok_or_else(|| {
            complain("the command runs something else than `actum`, or has a quoted argument")
        })?;
        blocks.push(Block { command: command.to_owned(), arguments, first: fence + 1, end });
    }
    Ok(blocks)
}

fn arguments(command: &str) -> Option<Vec<String>> {
    if command.contains(['\'', '"', '\\', '|', '>', '$']) {
        return None;
    }
    let mut words = command.split_whitespace().peekable();
    if words.next_if_eq(&"cargo").is_some() {
        words.next_if_eq(&"run")?;
        words.find(|word| *word == "--")?;
    } else {
        words.next_if_eq(&"actum");
    }
    Some(words.map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marked_block_is_found_with_its_place() {
        let text = "# A\n<!-- output of: actum read a -->\n```text\none\ntwo\n```\n";
        let found = blocks(text).unwrap();
        let arguments = vec!["read".to_owned(), "a".to_owned()];
        assert_eq!(found, [Block { command: "actum read a".to_owned(), arguments, first: 3, end: 5 }]);
    }

    #[test]
    fn unmarked_blocks_are_left_alone() {
        assert!(blocks("```sh\ncargo test\n```\n").unwrap().is_empty());
    }

    #[test]
    fn a_mark_without_a_whole_block_is_a_failure() {
        assert!(blocks("<!-- output of: actum a -->\ntext\n").is_err());
        assert!(blocks("<!-- output of: actum a -->\n```\nopen\n").is_err());
        assert!(blocks("<!-- output of: actum a\n```\n```\n").is_err());
        assert!(blocks("<!-- output of: cargo test -->\n```\n```\n").is_err());
    }

    #[test]
    fn only_the_program_s_own_arguments_count() {
        let given = |command| arguments(command).map(|words| words.join(" "));
        assert_eq!(
            given("cargo run --quiet -- read examples/a --format json").unwrap(),
            "read examples/a --format json"
        );
        assert_eq!(given("read examples/a"), given("actum read examples/a"));
        assert_eq!(given("actum"), Some(String::new()));
        assert_eq!(given("cargo run"), None);
        assert_eq!(given("cargo test -- a"), None);
        assert_eq!(given("actum read 'a b'"), None);
    }
}
