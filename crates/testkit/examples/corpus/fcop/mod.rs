//! The FCoP level (TMPA 5.4, 10.1, 11.1; FCOP 2 to 7 as `docs/fcop.md` has them): cases of every criterion whose evidence is a
//! workspace as it lies on a disk.
//!
//! A file of a workspace is a source, and readings speak of the objects that are made of it. Unless a reading says otherwise,
//! every object of a workspace is accepted. The five rules that TMPA 10.1 names of FCoP begin the names of their cases:
//! `naming-`, `lifecycle-`, `atomic-`, `routing-`, `evidence-`.

mod authority;
mod cast;
mod conflict;
mod cycle;
mod duty;
mod front;
mod identity;
mod integrity;
mod legacy;
mod lifecycle;
mod naming;
mod old;
mod profile;
mod recovery;
mod routing;
mod stream;
mod transition;
mod workspace;

pub(crate) use profile::profiles;

use crate::case::{Case, Orders, case};
use crate::class::Class;
use crate::reading::{Reading, all};
use workspace::Workspace;

/// The cases of a criterion at this level.
pub(crate) fn cases(criterion: &str) -> Vec<Case> {
    let groups: &[fn() -> Vec<Case>] = match criterion {
        "C01" => &[naming::names, naming::bytes, naming::fields, naming::older],
        "C02" => &[identity::published],
        "C03" => &[identity::duplicates],
        "C04" => &[stream::streams],
        "C05" => &[authority::roles, authority::authorizations, routing::parties],
        "C06" => &[lifecycle::laws, lifecycle::folders, lifecycle::evidence, legacy::older],
        "C07" => &[duty::duties],
        "C08" => &[integrity::pins],
        "C09" => &[integrity::missing],
        "C10" => &[cycle::cycles],
        "C11" => &[stream::orders],
        "C12" => &[conflict::conflicts],
        "C13" => &[recovery::deaths, recovery::fresh],
        "C14" => &[recovery::history],
        _ => &[],
    };
    groups.iter().flat_map(|cases| cases()).collect()
}

/// What this level adds to the clauses of a criterion.
const CLAUSES: [&str; 2] = ["TMPA 10.1", "TMPA 11.1"];

/// What every workspace whose envelopes name neither stream nor session says of itself.
const ALWAYS: [&str; 2] = ["fcop:IDENTITY_ROLE_LEVEL", "fcop:STREAM_ORDER_UNKNOWN"];

/// Some envelope is pinned by nobody.
const UNPINNED: [&str; 1] = ["fcop:INTEGRITY_UNPINNED"];

/// A case whose evidence is a workspace of version 4.0.
fn typed(
    name: &str,
    title: &str,
    clauses: &[&'static str],
    workspace: Workspace,
    says: impl FnOnce(Reading) -> Reading,
) -> Case {
    under("fcop-4.0", name, title, clauses, workspace, says)
}

/// A case whose evidence is a workspace of version 3, in which a manifest names the team.
fn named(
    name: &str,
    title: &str,
    clauses: &[&'static str],
    workspace: Workspace,
    says: impl FnOnce(Reading) -> Reading,
) -> Case {
    let says = |reading: Reading| says(reading.informs(&UNPINNED).state("manifest", "published", "admin"));
    under("fcop-3.2", name, title, clauses, workspace, says)
}

/// A case whose evidence is a workspace of a version before 3.
fn flat(
    name: &str,
    title: &str,
    clauses: &[&'static str],
    workspace: Workspace,
    says: impl FnOnce(Reading) -> Reading,
) -> Case {
    under("fcop-2", name, title, clauses, workspace, |reading| says(reading.informs(&UNPINNED)))
}

fn under(
    profile: &'static str,
    name: &str,
    title: &str,
    clauses: &[&'static str],
    workspace: Workspace,
    says: impl FnOnce(Reading) -> Reading,
) -> Case {
    let reading = says(all().puts(Class::Accepted, workspace.objects()).informs(&ALWAYS));
    let mut made = case(name, title, &[CLAUSES.as_slice(), clauses].concat()).profile(profile);
    made.inputs.extend(workspace.inputs());
    made.reads(reading).orders(Orders::Random(3))
}
