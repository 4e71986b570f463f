//! FCoP's canonical JSON and the digests over it (FCOP 5). A digest is written as 64 hexadecimal digits, without prefix.

use crate::yaml::{LITERAL, quote};
use actum_canon::digest::{Sha256, sha256};
use actum_canon::json::{Parser, Value};
use actum_canon::normal::nfc;

/// A digest as FCoP writes it.
pub(crate) fn hex(digest: Sha256) -> String {
    digest.to_string().split_off("sha256:".len())
}

/// Appends a name and a text or null to the members of an object that is being written.
pub(crate) fn member(out: &mut String, name: &str, text: Option<&str>) {
    begin(out, name);
    match text {
        Some(text) => quote(text, out),
        None => out.push_str("null"),
    }
}

/// Appends a name and a list of texts.
pub(crate) fn list(out: &mut String, name: &str, texts: &[&str]) {
    begin(out, name);
    array(out, texts);
}

pub(crate) fn begin(out: &mut String, name: &str) {
    out.push(if out.is_empty() { '{' } else { ',' });
    quote(name, out);
    out.push(':');
}

fn array(out: &mut String, texts: &[&str]) {
    out.push('[');
    for (place, text) in texts.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        quote(text, out);
    }
    out.push(']');
}

/// The canonical bytes of JSON text that was written in any order; none where it is no JSON.
pub(crate) fn canonical(json: &str) -> Option<Vec<u8>> {
    let mut parser = Parser::new();
    canonical_of(parser.parse(json.as_bytes()).ok()?.root())
}

/// The digest over the canonical bytes of JSON text.
pub(crate) fn digest_of(json: &str) -> Option<String> {
    canonical(json).map(|bytes| hex(sha256(&bytes)))
}

/// The canonical bytes of a value.
pub(crate) fn canonical_of(value: Value<'_>) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    LITERAL.value(value, &mut out).ok()?;
    Some(out)
}

/// A transition as it was asked for.
#[derive(Debug, Clone)]
pub(crate) struct Asked<'r> {
    pub(crate) workspace: &'r str,
    pub(crate) task: &'r str,
    pub(crate) from: &'r str,
    pub(crate) to: &'r str,
    pub(crate) tool: &'r str,
    pub(crate) actor: &'r str,
    /// The REPORT that the request named.
    pub(crate) report: Option<&'r str>,
    pub(crate) gate: Option<Gated<'r>>,
}

/// What a request for one of T4 to T7 names besides.
#[derive(Debug, Clone)]
pub(crate) struct Gated<'r> {
    pub(crate) review: Option<&'r str>,
    pub(crate) authorization: &'r str,
    pub(crate) family: Option<&'r str>,
    pub(crate) profile: Option<&'r str>,
}

impl Asked<'_> {
    /// The digest by which a repeated request is known (`fcop-lifecycle-transition-request-v1`).
    pub(crate) fn digest(&self) -> Option<String> {
        let mut json = String::new();
        member(&mut json, "contract", Some("fcop-lifecycle-transition-request-v1"));
        member(&mut json, "workspace_id", Some(self.workspace));
        member(&mut json, "task_id", Some(self.task));
        member(&mut json, "from_stage", Some(self.from));
        member(&mut json, "to_stage", Some(self.to));
        member(&mut json, "tool", Some(self.tool));
        member(&mut json, "actor", Some(self.actor));
        member(&mut json, "report_ref", self.report);
        if let Some(gate) = &self.gate {
            member(&mut json, "review_ref", gate.review);
            member(&mut json, "authorization_ref", Some(gate.authorization));
            member(&mut json, "family_digest", gate.family);
            member(&mut json, "profile_ref", gate.profile);
        }
        json.push('}');
        digest_of(&json)
    }
}

/// What a TASK is created from.
#[derive(Debug, Clone)]
pub(crate) struct Request<'r> {
    pub(crate) workspace: &'r str,
    pub(crate) operation_id: &'r str,
    pub(crate) sender: &'r str,
    pub(crate) recipient: &'r str,
    pub(crate) subject: &'r str,
    pub(crate) body: &'r str,
    pub(crate) priority: &'r str,
    pub(crate) parent: Option<&'r str>,
    pub(crate) branch_of: Option<&'r str>,
    pub(crate) references: Vec<&'r str>,
}

impl Request<'_> {
    /// The digest by which a repeated request is known (`fcop-create-task-v1`).
    pub(crate) fn digest(&self) -> Option<String> {
        let mut references = self.references.clone();
        references.sort_unstable();
        references.dedup();
        let mut json = String::new();
        member(&mut json, "contract", Some("fcop-create-task-v1"));
        member(&mut json, "workspace_id", Some(self.workspace));
        member(&mut json, "operation_kind", Some("create_task"));
        member(&mut json, "operation_id", Some(self.operation_id));
        for (name, text) in
            [("sender", self.sender), ("recipient", self.recipient), ("subject", self.subject)]
        {
            member(&mut json, name, Some(&inline(text)));
        }
        member(&mut json, "body", Some(&body(self.body)));
        member(&mut json, "priority", Some(self.priority));
        member(&mut json, "parent", self.parent);
        member(&mut json, "branch_of", self.branch_of);
        list(&mut json, "references", &references);
        json.push('}');
        digest_of(&json)
    }
}

/// The key under which the receipt of a creation is looked up.
pub(crate) fn lookup_key(workspace: &str, operation_id: &str) -> Option<String> {
    let mut json = String::new();
    member(&mut json, "workspace_id", Some(workspace));
    member(&mut json, "operation_kind", Some("create_task"));
    member(&mut json, "operation_id", Some(operation_id));
    json.push('}');
    digest_of(&json)
}

/// One branch of a family: its TASK, and the attempt and report that it ended with.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Branch<'b> {
    pub(crate) task: &'b str,
    pub(crate) attempt: Option<&'b str>,
    pub(crate) report: Option<&'b str>,
    pub(crate) digest: Option<String>,
}

/// The digest that a convergence is about (`fcop-family-v1`).
pub(crate) fn family(root: &str, branches: &[Branch<'_>]) -> Option<String> {
    let mut branches: Vec<&Branch<'_>> = branches.iter().collect();
    branches.sort_unstable();
    let mut json = String::new();
    member(&mut json, "contract", Some("fcop-family-v1"));
    member(&mut json, "root_task_id", Some(root));
    begin(&mut json, "branches");
    json.push('[');
    for (place, branch) in branches.into_iter().enumerate() {
        if place > 0 {
            json.push(',');
        }
        let mut one = String::new();
        member(&mut one, "branch_task_id", Some(branch.task));
        member(&mut one, "attempt_id", branch.attempt);
        member(&mut one, "report_id", branch.report);
        member(&mut one, "report_digest", branch.digest.as_deref());
        json.push_str(&one);
        json.push('}');
    }
    json.push_str("]}");
    digest_of(&json)
}

/// NFC with LF as the end of a line.
pub(crate) fn inline(text: &str) -> String {
    let lines =
        if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() };
    nfc(&lines).into_owned()
}

/// The same for a body, which ends in exactly one LF.
pub(crate) fn body(text: &str) -> String {
    let mut body = inline(text);
    body.truncate(body.trim_end_matches('\n').len());
    body.push('\n');
    body
}

#[cfg(test)]
mod tests {
    use super::{Branch, Request, body, family, lookup_key};

    /// The first TASK of `peer-v4/00-happy`, and what the `fcop` package 4.0.5 stored for it.
    #[test]
    fn digests_of_a_request_are_those_that_the_published_package_writes() {
        let workspace = "urn:uuid:e5959862-9e9a-45b9-91d6-66343ebec1b0";
        let request = Request {
            workspace,
            operation_id: "op-1",
            sender: "PM",
            recipient: "DEV",
            subject: "Do it",
            body: "body",
            priority: "P2",
            parent: None,
            branch_of: None,
            references: Vec::new(),
        };
        let digest = request.digest().unwrap();
        assert_eq!(digest, "52f8a21cd90316e832182431f7a895636597123da213e09806259ec31560871f");
        let key = lookup_key(workspace, "op-1").unwrap();
        assert_eq!(key, "738377f065dea440ab4d417cb2d1014262ae04e1e357db7446d9a6789e04ea74");
        let again = Request { references: vec!["b", "a", "b"], ..request.clone() };
        let other = Request { references: vec!["a", "b"], ..request };
        assert_eq!(again.digest(), other.digest());
    }

    /// What `Project.family_digest` of the package 4.0.5 gave for a root with one branch in review.
    #[test]
    fn the_digest_of_a_family_is_that_of_the_published_package() {
        let branch = Branch {
            task: "TASK-8cb4c1cfb2444862adb7e08a9c091531",
            attempt: Some("urn:uuid:8a6c4013-2497-4254-a6aa-e40e1a049299"),
            report: Some("REPORT-bf27fed4a2154bab89fd30b2e3dba8c3"),
            digest: Some("4e09b527b41c6837a406b6b390284a37a9d1bb31f2eb2156b634798809bcfd72".to_owned()),
        };
        let digest = family("TASK-52021449bd5b4630beddd98700e548e6", core::slice::from_ref(&branch)).unwrap();
        assert_eq!(digest, "c703ceb965a7ef97a64f2361ded28fc661b317adaafbaebb909fc8995f2beb4f");
        let second = Branch { task: "TASK-a", ..branch.clone() };
        let forth = family("TASK-r", &[branch.clone(), second.clone()]);
        assert_eq!(forth, family("TASK-r", &[second, branch]), "branches stand in the order of their ids");
    }

    #[test]
    fn a_body_is_normalized_before_it_is_digested() {
        assert_eq!(body("a\r\nb\n\n\n"), "a\nb\n");
        assert_eq!(body("e\u{301}"), "\u{e9}\n");
        assert_eq!(body(""), "\n");
    }
}
