//! `actum publish`: a governance object from flags or a draft.

use std::path::Path;

use actum::deal::{Object, Value};
use actum::publish::{About, Draft, Reference, Step, Target};
use actum::{Error, ErrorKind, read_input};

use super::desk::submit;
use crate::args::daily::Publish;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;

pub(crate) fn publish(asked: &Publish, printer: &mut Printer) -> Result<Exit, Stop> {
    let draft = draft(asked)?;
    // An id that is random is another one whenever the same is asked again.
    let id = draft.id.clone().filter(|_| !asked.random_id);
    let request = format!("publish {:?}", Draft { id, ..draft.clone() });
    let (creator, work) = (draft.creator.clone(), draft.work.clone());
    let about = About { creator: creator.as_deref(), work: work.as_deref(), asked: &request };
    submit(&asked.author, about, printer, &mut |_, _| Ok(vec![draft.clone()]))
}

fn draft(asked: &Publish) -> Result<Draft, Error> {
    let mut draft = match &asked.draft {
        Some(path) => Draft::parse(&read_input(path)?)?,
        None => Draft::default(),
    };
    let mut set = |name: &str, slot: fn(&mut Draft) -> &mut Option<String>, given: &Option<String>| {
        let (slot, Some(given)) = (slot(&mut draft), given) else { return Ok(()) };
        match slot {
            Some(there) if there != given => Err(usage(format!("`--{name}` and the draft differ"))),
            _ => {
                *slot = Some(given.clone());
                Ok(())
            }
        }
    };
    set("type", |draft| &mut draft.kind, &asked.kind)?;
    set("work", |draft| &mut draft.work, &asked.work)?;
    set("state", |draft| &mut draft.state, &asked.state)?;
    set("id", |draft| &mut draft.id, &asked.id)?;
    // Whoever speaks for others in a draft is not overruled by a setting of the environment.
    draft.creator = draft.creator.or_else(|| asked.author.identity.clone());
    if draft.creator.is_none() {
        super::desk::identity(&asked.author)?;
    }
    let step = match (&asked.action, &asked.transition) {
        (Some(action), _) => Some(Step { from: None, action: action.clone(), to: None }),
        (None, Some(tuple)) => Some(whole(tuple)?),
        (None, None) => None,
    };
    if let Some(step) = step {
        if draft.step.is_some() {
            return Err(usage("the draft records a transition already".to_owned()));
        }
        draft.step = Some(step);
    }
    for reference in &asked.references {
        let pair =
            reference.split_once('=').filter(|(relation, target)| !relation.is_empty() && !target.is_empty());
        let (relation, target) =
            pair.ok_or_else(|| usage(format!("`--ref {reference}` is no RELATION=TARGET")))?;
        let target = Target::Object(target.to_owned());
        draft.references.push(Reference { relation: relation.to_owned(), target });
    }
    if let Some(body) = body(asked)? {
        if draft.body.is_some() {
            return Err(usage("the draft has a body already".to_owned()));
        }
        draft.body = Some(body);
    }
    if asked.random_id {
        let kind = draft.kind.as_deref().unwrap_or("object").to_lowercase();
        draft.id = Some(format!("{kind}-{}", actum::tree::fresh_id()?));
    }
    Ok(draft)
}

fn whole(tuple: &str) -> Result<Step, Error> {
    match tuple.split(',').collect::<Vec<_>>().as_slice() {
        [from, action, to] if ![from, action, to].iter().any(|word| word.is_empty()) => Ok(Step {
            from: Some((*from).to_owned()),
            action: (*action).to_owned(),
            to: Some((*to).to_owned()),
        }),
        _ => Err(usage(format!("`--transition {tuple}` is no FROM,ACTION,TO"))),
    }
}

fn body(asked: &Publish) -> Result<Option<String>, Error> {
    match (&asked.body, &asked.text) {
        (Some(body), _) => match body.strip_prefix('@') {
            Some(path) => Ok(Some(Value::read(Path::new(path))?.as_json().to_owned())),
            None => Ok(Some(Value::typed(body)?.as_json().to_owned())),
        },
        (None, Some(text)) => Ok(Some(Object::new().string("summary", text).to_json())),
        (None, None) => Ok(None),
    }
}

fn usage(message: String) -> Error {
    Error::new(ErrorKind::Usage, "publication_unclear", message)
}
