//! The folder of a tree: one journal, and the operations that extend it.

use std::fs;
use std::path::Path;

use actum_astp::command::Command;
use actum_astp::tree::{Answer, Context, Outcome, Refusal, Transition, Tree};

use super::Content;
use crate::error::{Error, ErrorKind};
use crate::journal::{Held, Journal, Kind, Line, Place, Torn};

const KIND: Kind =
    Kind { name: "tree", media_type: "application/vnd.actum.transition+json", command: "actum tree init" };

/// The journal's name in its folder.
const JOURNAL: &str = "transitions.jsonl";

/// A tree and the folder that it lives in.
#[derive(Debug)]
pub struct Folder {
    journal: Journal,
    tree: Tree,
    content: Content,
    torn: Option<Torn>,
    /// The tree holds a transition that the journal does not.
    ahead: bool,
}

/// What came of an operation.
#[derive(Debug)]
pub enum Submitted {
    /// It is on the medium.
    Written(Box<Transition>),
    /// Nothing was to be written: the result of the same request made before, or the conflicts of a merge.
    Standing(Outcome),
    /// A rule forbids it. Where the refusal itself demands a record (ASTP BR-006, G-24), that is on the medium.
    Refused(Refusal),
}

impl Folder {
    /// Makes the folder, where it is not there, and an empty journal in it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Conflict`] where there is a journal; [`ErrorKind::Storage`] where the medium fails.
    pub fn create(place: impl Into<Place>) -> Result<Self, Error> {
        let place = place.into();
        if let Place::Path(folder) = &place {
            fs::create_dir_all(folder).map_err(|error| Error::io("make", folder, error))?;
        }
        let journal = Journal::create(journal(&place), KIND)?;
        Ok(Self { journal, tree: Tree::new(), content: Content::of(&place), torn: None, ahead: false })
    }

    /// Reads a tree that is to be extended.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotFound`] where there is none, [`ErrorKind::Input`] with line and reason where a transition does
    /// not follow from the ones before it, [`ErrorKind::Storage`] where the medium fails.
    pub fn open(place: impl Into<Place>) -> Result<Self, Error> {
        let place = place.into();
        Self::replay(&place, Journal::open(journal(&place), KIND)?)
    }

    /// Reads a tree, which may lie on a medium that cannot be written.
    ///
    /// # Errors
    ///
    /// As [`Self::open`]; [`ErrorKind::NotFound`] also where a ledger, or a journal that was begun, holds no transition:
    /// of nothing it must not be said that it holds.
    pub fn open_to_read(place: impl Into<Place>) -> Result<Self, Error> {
        let place = place.into();
        let folder = Self::replay(&place, Journal::open_to_read(journal(&place), KIND)?)?;
        if folder.tree.count() > 0 {
            return Ok(folder);
        }
        let within = matches!(place, Place::Ledger(_));
        let command = if within { "actum tree init --ledger" } else { "actum tree init" };
        Err(Error::new(ErrorKind::NotFound, "tree_missing", format!("there is no tree in `{place}`"))
            .hint(format!("`{command}` begins one")))
    }

    fn replay(place: &Place, mut journal: Journal) -> Result<Self, Error> {
        let mut tree = Tree::new();
        let torn = journal.read(|line| step(&mut tree, line))?;
        Ok(Self { journal, tree, content: Content::of(place), torn, ahead: false })
    }

    /// Tells whether a folder holds a tree.
    pub fn exists(path: &Path) -> bool {
        path.join(JOURNAL).exists()
    }

    /// The tree as of the last line read.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The contents that are kept beside the journal.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// Where the journal is.
    pub fn place(&self) -> &Place {
        self.journal.place()
    }

    /// What a writer that died left behind the last line; it was never acknowledged.
    pub fn torn(&self) -> Option<&Torn> {
        self.torn.as_ref()
    }

    /// Executes an operation on all that the journal holds by now. What it writes is on the medium when this returns,
    /// content that was staged for it first.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Input`] where what another process appended does not follow, [`ErrorKind::Storage`] where the
    /// medium fails. Nothing is acknowledged then.
    pub fn submit(&mut self, command: &Command, context: &Context) -> Result<Submitted, Error> {
        self.caught_up(|desk| desk.execute(command, context))
    }

    /// Executes the first operation of a tree; `None` where another process was faster.
    ///
    /// # Errors
    ///
    /// As [`Self::submit`].
    pub fn submit_first(&mut self, command: &Command, context: &Context) -> Result<Option<Submitted>, Error> {
        self.caught_up(|desk| match desk.tree.count() {
            0 => desk.execute(command, context).map(Some),
            _ => Ok(None),
        })
    }

    /// Reads what others wrote and keeps them waiting while `work` is done.
    fn caught_up<T>(&mut self, work: impl FnOnce(Desk<'_, '_>) -> Result<T, Error>) -> Result<T, Error> {
        if self.ahead {
            let message = format!("`{}` could not be written before", self.journal.place());
            return Err(Error::new(ErrorKind::Storage, "journal_behind", message).hint("open the tree again"));
        }
        let tree = &mut self.tree;
        let held = self.journal.hold(|line| step(tree, line))?;
        if let Some(torn) = held.torn() {
            self.torn = Some(torn.clone());
        }
        work(Desk { held, tree: &mut self.tree, content: &self.content, ahead: &mut self.ahead })
    }
}

/// A tree as it stands while nobody else writes.
struct Desk<'f, 'j> {
    held: Held<'j>,
    tree: &'f mut Tree,
    content: &'f Content,
    ahead: &'f mut bool,
}

impl Desk<'_, '_> {
    fn execute(mut self, command: &Command, context: &Context) -> Result<Submitted, Error> {
        let (transition, submitted) = match self.tree.apply(command, context) {
            Ok(Answer::Write(transition)) => {
                self.content.keep_staged(&mut self.held)?;
                (Some(transition.clone()), Submitted::Written(transition))
            }
            Ok(Answer::Standing(outcome)) => (None, Submitted::Standing(outcome)),
            Err(mut refusal) => (refusal.record.take(), Submitted::Refused(refusal)),
        };
        self.content.forget_staged();
        if let Some(transition) = transition {
            let mut line = Vec::new();
            transition.write(&mut line);
            *self.ahead = true;
            self.tree.commit(*transition).map_err(|fault| {
                Error::new(ErrorKind::Refused, "transition_refused", "the tree refuses what it has just made")
                    .because(fault)
            })?;
            self.held.append(&line)?;
            *self.ahead = false;
        }
        Ok(submitted)
    }
}

/// Where the journal of a tree is.
fn journal(tree: &Place) -> Place {
    match tree {
        Place::Path(folder) => Place::Path(folder.join(JOURNAL)),
        Place::Ledger(_) => tree.clone(),
    }
}

fn step(tree: &mut Tree, line: Line<'_>) -> Result<(), Error> {
    let refuse = |reason: &dyn std::fmt::Display| {
        let message = format!("{}: {reason}", line.spot);
        Error::new(ErrorKind::Input, "journal_changed", message)
            .hint("the lines before it hold; compare the file with a copy from before the change")
    };
    let transition = Transition::parse(line.bytes).map_err(|unreadable| refuse(&unreadable))?;
    tree.commit(transition).map_err(|fault| refuse(&fault))
}
