//! Committing: a transition belongs on a tree where the tree itself gives the same one.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::tree::{Answer, Fault, Transition, Tree};
use crate::value::{Json, Stored};

impl Tree {
    /// Takes a transition in, whole or not at all.
    ///
    /// One that [`Tree::apply`] gave for exactly this state is taken as it is. Any other, as one that a journal holds, is computed again from
    /// its own command and context, and every field is compared: so sequence and prior hash fit, every hash recomputes, all that is named
    /// exists, and every step is legal, or the transition is turned away. To replay a journal is to verify it.
    ///
    /// # Errors
    ///
    /// [`Fault`] says what does not belong here.
    pub fn commit(&mut self, transition: Transition) -> Result<(), Fault> {
        if transition.basis == Some(self.basis()) {
            self.install(transition);
            return Ok(());
        }
        let own = match self.apply(&transition.command, &transition.context) {
            Ok(Answer::Write(own)) => *own,
            Ok(Answer::Standing(_)) => return Err(Fault::Standing),
            Err(mut refusal) => match refusal.record.take() {
                Some(own) => *own,
                None => return Err(Fault::Refused(Box::new(refusal))),
            },
        };
        if let Some((pointer, expected, found)) = difference(own.store(), transition.store()) {
            return Err(Fault::Differs { pointer, expected, found });
        }
        self.install(own);
        Ok(())
    }
}

/// The first place at which two values differ, in the order in which they are written.
fn difference(expected: Json, found: Json) -> Option<(String, String, String)> {
    let mut open = Vec::from([(String::new(), Some(expected), Some(found))]);
    while let Some((pointer, expected, found)) = open.pop() {
        match (expected, found) {
            (expected, found) if expected == found => {}
            (Some(Json::Map(expected)), Some(Json::Map(mut found))) => {
                let mut inner = Vec::new();
                for (name, value) in expected {
                    inner.push((format!("{pointer}/{name}"), Some(value), found.remove(name)));
                }
                inner.extend(
                    found.into_iter().map(|(name, value)| (format!("{pointer}/{name}"), None, Some(value))),
                );
                open.extend(inner.into_iter().rev());
            }
            (Some(Json::List(expected)), Some(Json::List(found))) => {
                let (mut expected, mut found) = (expected.into_iter(), found.into_iter());
                let mut inner = Vec::new();
                loop {
                    let pair = (expected.next(), found.next());
                    if let (None, None) = pair {
                        break;
                    }
                    inner.push((format!("{pointer}/{}", inner.len()), pair.0, pair.1));
                }
                open.extend(inner.into_iter().rev());
            }
            (expected, found) => return Some((pointer, shown(expected), shown(found))),
        }
    }
    None
}

fn shown(value: Option<Json>) -> String {
    match value {
        None => String::new(),
        Some(Json::Text(text)) => text,
        Some(value) => {
            let mut bytes = Vec::new();
            value.write(&mut bytes);
            String::from_utf8_lossy(&bytes).to_string()
        }
    }
}
