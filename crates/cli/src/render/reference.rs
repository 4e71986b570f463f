//! The reference pages: every command, and every issue code.

use std::fmt::Write;

use actum::tmpa::Code;
use clap::{Arg, Command};

use super::style::label;

/// The command and all below it, parents first, without those that clap adds by itself.
pub(crate) fn with_subcommands(command: &Command) -> Vec<&Command> {
    let mut all = vec![command];
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        all.extend(with_subcommands(below));
    }
    all
}

/// The whole command line as Markdown.
pub(crate) fn commands(root: &Command) -> String {
    let mut out = String::from("# Command reference\n");
    for command in with_subcommands(root) {
        let name = command.get_bin_name().unwrap_or(command.get_name());
        let _ = writeln!(out, "\n## `{name}`\n");
        if let Some(about) = command.get_long_about().or(command.get_about()) {
            let _ = writeln!(out, "{about}\n");
        }
        let usage = command.clone().render_usage().to_string();
        let usage = usage.trim_start_matches("Usage:").trim();
        let _ = writeln!(out, "```text\n{usage}\n```");
        arguments(command, &mut out);
        if let Some(after) = command.get_after_help() {
            let _ = writeln!(out, "\n```text\n{after}\n```");
        }
    }
    out
}

fn arguments(command: &Command, out: &mut String) {
    let wanted = |arg: &&Arg| !arg.is_hide_set() && !matches!(arg.get_id().as_str(), "help" | "version");
    let all: Vec<_> = command.get_arguments().filter(wanted).collect();
    if all.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n| argument | meaning | values | default |\n|---|---|---|---|");
    for arg in all {
        let mut help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        if arg.is_required_set() {
            help.push_str(" (required)");
        }
        let join = |values: Vec<String>| values.join(", ");
        let values =
            arg.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect();
        let shown = arg.get_action().takes_values();
        let defaults = arg
            .get_default_values()
            .iter()
            .filter(|_| shown)
            .map(|value| format!("`{}`", value.to_string_lossy()))
            .collect();
        let (values, defaults) = (join(values), join(defaults));
        let _ = writeln!(out, "| `{}` | {} | {values} | {defaults} |", cell(&spelling(arg)), cell(&help));
    }
}

fn spelling(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    let value = names.first().map_or_else(|| arg.get_id().as_str().to_uppercase(), ToString::to_string);
    match arg.get_long() {
        Some(long) if arg.get_action().takes_values() => format!("--{long} {value}"),
        Some(long) => format!("--{long}"),
        None => value,
    }
}

/// Every issue code with what it means and what would resolve it, as Markdown.
pub(crate) fn codes(codes: &[Code]) -> String {
    let mut out = String::from("# Issue codes\n\n");
    out.push_str(
        "The sixteen codes of TMPA 8.2 appear among the issues of a result; the codes that begin with ",
    );
    out.push_str("`actum:` appear among its findings only.\n\n");
    out.push_str(
        "| code | severity | makes its subject | clause | what would resolve it |\n|---|---|---|---|---|\n",
    );
    for code in codes {
        let effect = code.effect().map_or_else(
            || "unchanged".to_owned(),
            |(judgment, view)| format!("{judgment}, {}", label(view)),
        );
        let (severity, clause, remedy) = (code.severity(), code.clause(), cell(code.remedy()));
        let _ = writeln!(out, "| `{code}` | {severity} | {effect} | {clause} | {remedy} |");
    }
    out
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
