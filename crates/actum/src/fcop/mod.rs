//! FCoP workspaces that are written to: the files, locks and fresh ids that a plan of `actum-fcop` needs (FCOP 4).
//!
//! Not here: any rule of the protocol. What is allowed, which bytes are written and in which order is planned by the core;
//! here it is carried out, and nothing is decided.

mod carry;
mod files;
mod lock;

use std::path::{Path, PathBuf};

pub use actum_fcop::write::{
    Base, Command, Declared, Fresh, Grant, Lock, Move, NewReport, NewReview, NewTask, Outcome, Plan, Refusal,
    Tool, Verdict,
};
pub use actum_fcop::{Registry, RegistryError};

use actum_canon::instant::Instant;
use actum_canon::joined::isoformat_utc;
use actum_fcop::File;
use actum_fcop::write::{FOLDERS, manifest, plan};

use crate::bundle::Bundle;
use crate::clock::clock;
use crate::error::{Error, ErrorKind};

/// How often a plan is made again because the workspace changed while its locks were waited for.
const ATTEMPTS: usize = 8;

/// A workspace in a folder.
#[derive(Debug, Clone)]
pub struct Workspace {
    /// The folder below which source ids count.
    root: PathBuf,
}

impl Workspace {
    /// The workspace in `start` or the nearest folder above it: one that holds `fcop/fcop.json` or `fcop.json`.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where there is none.
    pub fn find(start: &Path) -> Result<Self, Error> {
        let start = std::path::absolute(start).map_err(|error| Error::io("find", start, error))?;
        let found = start.ancestors().find(|folder| {
            ["fcop/fcop.json", "fcop.json"].iter().any(|manifest| folder.join(manifest).is_file())
        });
        found.map(|root| Self { root: root.to_path_buf() }).ok_or_else(|| {
            let message = format!("no FCoP workspace is in `{}` or above it", start.display());
            Error::new(ErrorKind::NotFound, "workspace_missing", message)
                .hint("`actum fcop init` makes one here")
        })
    }

    /// Makes a workspace of version 4.0 in `folder`, with a new id; it adopts these FCoP profiles.
    ///
    /// # Errors
    /// [`ErrorKind::Refused`] where something is there already, or a profile's name cannot be written;
    /// [`ErrorKind::Storage`] where the medium fails.
    pub fn make(folder: &Path, profiles: &[String]) -> Result<Self, Error> {
        let bytes = manifest(&digits()?, profiles).map_err(refused)?;
        let workspace = Self { root: folder.to_path_buf() };
        workspace.folders(["fcop".to_owned()])?;
        carry::publish(folder, "fcop/.fcop-init.tmp", "fcop/fcop.json", &bytes)
            .map_err(|error| error.hint("a workspace is there already; nothing was changed"))?;
        workspace.folders(FOLDERS.iter().map(|name| format!("fcop/{name}")))?;
        Ok(workspace)
    }

    fn folders(&self, names: impl IntoIterator<Item = String>) -> Result<(), Error> {
        names.into_iter().try_for_each(|name| {
            let path = self.root.join(&name);
            std::fs::create_dir_all(&path).map_err(|error| Error::lost("make", &path, error))
        })
    }

    /// The folder below which the paths of outcomes count.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Carries out a command, alone with the family of its TASK: locked, planned, and each step durable before the next.
    ///
    /// # Errors
    /// [`ErrorKind::Refused`] with a Base code of FCoP where a rule stands against it: nothing was written, or what was
    /// begun can be ended by the same command or [`Command::Recover`]. [`ErrorKind::Storage`] where the medium fails.
    pub fn run(&self, registry: &Registry, command: &Command) -> Result<Outcome, Error> {
        let fresh = fresh()?;
        let mut wanted = self.plan(registry, command, &fresh)?.locks;
        for _ in 0..ATTEMPTS {
            wanted.sort_unstable();
            let held = lock::take(&self.root, &wanted)?;
            let mut plan = self.plan(registry, command, &fresh)?;
            plan.locks.sort_unstable();
            if plan.locks == wanted {
                plan.steps.iter().try_for_each(|step| carry::out(&self.root, step))?;
                drop(held);
                return Ok(plan.outcome);
            }
            drop(held);
            wanted = plan.locks;
        }
        Err(Error::new(
            ErrorKind::Conflict,
            "LOCK_RECOVERY_REQUIRED",
            "the workspace changes faster than it can be locked",
        )
        .hint("nothing was written; ask again"))
    }

    fn plan(&self, registry: &Registry, command: &Command, fresh: &Fresh) -> Result<Plan, Error> {
        files::sound(&self.root)?;
        let files = files::read(&self.root)?;
        let files = files.iter().map(|(id, bytes)| File { id, bytes });
        plan(files, registry, command, fresh).map_err(refused)
    }
}

/// The registry that a profile gives to the projection `fcop`; one that says nothing where it gives none.
///
/// # Errors
/// As [`Bundle::profile`]; [`ErrorKind::Input`] where the registry cannot be used.
pub fn registry(bundle: &Bundle) -> Result<Registry, Error> {
    let profile = bundle.profile()?;
    let named = profile.projections().iter().find(|projection| projection.name == "fcop");
    match named.and_then(|projection| projection.registry.as_ref()) {
        None => Ok(Registry::none()),
        Some((file, bytes)) => Registry::load(file, bytes)
            .map_err(|error| Error::new(ErrorKind::Input, "profile_invalid", error.to_string())),
    }
}

/// Whether every reading under the profile would take what a command declares beyond FCoP: a relation that it does not
/// permit makes the whole envelope none, and nothing takes a TASK back.
///
/// # Errors
/// As [`Bundle::profile`]; [`ErrorKind::Refused`] for the first relation that is not permitted.
pub fn permitted(bundle: &Bundle, command: &Command) -> Result<(), Error> {
    let (kind, declared) = match command {
        Command::Create(task) => ("fcop.task", &task.declared),
        Command::Report(report) => ("fcop.report", &report.declared),
        Command::Move(_) | Command::Review(_) | Command::Recover { .. } => return Ok(()),
    };
    let outline = bundle.profile()?.outline();
    let entry = outline.types.iter().find(|entry| entry.name == kind);
    let held = entry.and_then(|entry| entry.relations.as_ref());
    let permits = |relation: &String| {
        outline.relations.iter().any(|known| known.name == *relation)
            && held.is_none_or(|relations| relations.contains(relation))
    };
    match declared.iter().find(|(relation, _)| !permits(relation)) {
        None => Ok(()),
        Some((relation, _)) => {
            let message =
                format!("the profile does not permit the relation `{relation}` for `{kind}` (TMPA 9.7)");
            Err(Error::new(ErrorKind::Refused, "RELATION_INVALID", message)
                .hint("nothing was written; `actum profile show` lists relations, and `--profile` names another profile"))
        }
    }
}

fn refused(refusal: Refusal) -> Error {
    let error = Error::new(ErrorKind::Refused, refusal.code.as_str(), refusal.to_string());
    match refusal.code {
        Base::RecoveryRequired => {
            error.hint("`actum fcop recover TASK` ends an interrupted operation where nothing is in doubt")
        }
        Base::AuthorizationRequired => error.hint("`actum fcop authorize TASK` files an authorization"),
        Base::AuthorizationProfileUnavailable => error
            .hint("the answers of evaluators stand in the `fcop.json` of the profile that `--profile` names"),
        Base::ReportRequired => error.hint("`actum fcop report TASK` files one"),
        _ => error,
    }
}

fn fresh() -> Result<Fresh, Error> {
    let now = Instant::from_micros(i64::try_from(clock()).unwrap_or_default().saturating_mul(1000));
    let at = isoformat_utc(&now).unwrap_or_else(|| now.to_string());
    Ok(Fresh { at, ids: [digits()?, digits()?, digits()?] })
}

/// A random UUID of version 4 as 32 hexadecimal digits.
fn digits() -> Result<String, Error> {
    Ok(crate::tree::fresh_id()?.to_string().replace('-', ""))
}
