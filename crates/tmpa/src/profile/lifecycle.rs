//! The lifecycle registry (TMPA 3.4, 6.1, 9.6), in the form of the published lifecycle-profile schema.

use super::error::{ProfileError, Rule};
use super::field::Field;
use crate::names::{Names, Symbol};

/// One legal transition (TMPA 6.1).
#[derive(Debug, Clone)]
pub(crate) struct Transition {
    pub(crate) from: Symbol,
    pub(crate) action: Symbol,
    pub(crate) to: Symbol,
    pub(crate) roles: Vec<Symbol>,
    pub(crate) required_relations: Vec<Symbol>,
    pub(crate) preconditions: Vec<Precondition>,
    pub(crate) executor_must_not_review: bool,
    /// Preconditions and duty rules that the profile names without saying what they mean: never established.
    pub(crate) unexplained: Vec<Symbol>,
}

/// A named precondition: a reference that has to reach an object of a certain kind (TMPA 6.2 step 8).
#[derive(Debug, Clone)]
pub(crate) struct Precondition {
    pub(crate) name: Symbol,
    pub(crate) relation: Symbol,
    pub(crate) target_types: Option<Vec<Symbol>>,
    pub(crate) creator_roles: Option<Vec<Symbol>>,
    /// The value that `content.body.decision` of the target must have.
    pub(crate) decision: Option<String>,
    /// The target has to be of the same creator.
    pub(crate) same_creator: bool,
    /// The lease of the target has to be over when the transition is written, by the profile's clock (TMPA 6.4).
    pub(crate) lease_over: bool,
    /// Whether the missing evidence is a person's decision (TMPA 7.2, `pending_human`).
    pub(crate) awaits_human: bool,
}

/// A lifecycle: states, actions and legal transitions.
#[derive(Debug, Clone)]
pub(crate) struct Lifecycle {
    pub(crate) id: Symbol,
    pub(crate) states: Vec<Symbol>,
    pub(crate) initial: Symbol,
    pub(crate) terminal: Vec<Symbol>,
    pub(crate) actions: Vec<Symbol>,
    pub(crate) transitions: Vec<Transition>,
    pub(crate) terminal_is_stable: bool,
    /// Actions by which an identity becomes the executor of the work item's result (TMPA 9.4).
    pub(crate) executing_actions: Vec<Symbol>,
}

/// The lifecycles of a profile: a work item follows that of its carrier's type (TMPA 6.1).
#[derive(Debug, Clone)]
pub(crate) struct Lifecycles {
    first: Lifecycle,
    further: Vec<Lifecycle>,
}

impl Lifecycles {
    pub(super) fn one(first: Lifecycle) -> Self {
        Self { first, further: Vec::new() }
    }

    /// Adds one; gives back whether its id was free.
    pub(super) fn add(&mut self, lifecycle: Lifecycle) -> bool {
        let free = self.iter().all(|other| other.id != lifecycle.id);
        if free {
            self.further.push(lifecycle);
        }
        free
    }

    /// The lifecycle at a position that a type names.
    pub(crate) fn get(&self, position: usize) -> &Lifecycle {
        position.checked_sub(1).and_then(|position| self.further.get(position)).unwrap_or(&self.first)
    }

    pub(super) fn ids(&self) -> Vec<Symbol> {
        self.iter().map(|lifecycle| lifecycle.id).collect()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Lifecycle> {
        core::iter::once(&self.first).chain(&self.further)
    }
}

const RULE: &str = "executor_must_not_review";

impl Lifecycle {
    pub(crate) fn transition(&self, from: Symbol, action: Symbol, to: Symbol) -> Option<&Transition> {
        self.transitions.iter().find(|tuple| (tuple.from, tuple.action, tuple.to) == (from, action, to))
    }

    /// Whether the tuple would leave a terminal state that the profile declares stable (TMPA 6.3).
    pub(crate) fn leaves_stable_terminal(&self, from: Symbol) -> bool {
        self.terminal_is_stable && self.terminal.contains(&from)
    }

    /// Loads the published form. `extensions` holds the members of `extensions` that the caller allows; `closed`
    /// refuses names that nothing explains, which a bundle must not have.
    pub(super) fn load(
        root: &Field<'_>,
        names: &mut Names,
        extensions: &[&str],
        closed: bool,
    ) -> Result<Self, ProfileError> {
        root.object(&[
            "id",
            "version",
            "states",
            "initial_state",
            "terminal_states",
            "actions",
            "transitions",
            "recovery_rules",
            "extensions",
        ])?;
        let states = not_empty(&root.required("states")?, names)?;
        let actions = not_empty(&root.required("actions")?, names)?;
        let known = |field: &Field<'_>, set: &[Symbol], registry, names: &mut Names| {
            let symbol = field.symbol(names)?;
            field.defined(symbol, set, registry, names)?;
            Ok::<_, ProfileError>(symbol)
        };
        let initial = known(&root.required("initial_state")?, &states, "lifecycle state", names)?;
        let mut terminal = Vec::new();
        for item in root.required("terminal_states")?.items()? {
            terminal.push(known(&item, &states, "lifecycle state", names)?);
        }
        let preconditions = preconditions(root, names, extensions)?;
        let mut transitions: Vec<Transition> = Vec::new();
        let list = root.required("transitions")?;
        for item in list.items()? {
            item.object(&[
                "from",
                "action",
                "to",
                "allowed_roles",
                "required_relations",
                "preconditions",
                "separation_of_duties",
            ])?;
            let from = known(&item.required("from")?, &states, "lifecycle state", names)?;
            let action = known(&item.required("action")?, &actions, "lifecycle action", names)?;
            let to = known(&item.required("to")?, &states, "lifecycle state", names)?;
            if transitions.iter().any(|other| (other.from, other.action, other.to) == (from, action, to)) {
                return item.fail(Rule::Repeated(names.text(action).to_owned()));
            }
            let mut transition = Transition {
                from,
                action,
                to,
                roles: not_empty(&item.required("allowed_roles")?, names)?,
                required_relations: item.required("required_relations")?.symbols(names)?,
                preconditions: Vec::new(),
                executor_must_not_review: false,
                unexplained: Vec::new(),
            };
            transition.name_preconditions(&item, &preconditions, names, closed)?;
            transition.name_duties(&item, names, closed)?;
            transitions.push(transition);
        }
        if transitions.is_empty() {
            return list.fail(Rule::Kind { expected: "at least one transition" });
        }
        let rules = root.optional("recovery_rules").map_or(Ok(Vec::new()), |field| field.items())?;
        let mut terminal_is_stable = false;
        for rule in rules {
            match rule.text()?.as_str() {
                "terminal_state_is_stable" => terminal_is_stable = true,
                // What is read is never changed, so that this rule holds without being asked for.
                "source_history_is_preserved" => {}
                other if closed => {
                    let allowed = "`terminal_state_is_stable`, `source_history_is_preserved`";
                    return rule.fail(Rule::OneOf { found: other.to_owned(), allowed });
                }
                _ => {}
            }
        }
        let executing_actions =
            match root.optional("extensions").and_then(|field| field.optional("executing_actions")) {
                Some(field) => field
                    .items()?
                    .iter()
                    .map(|item| known(item, &actions, "lifecycle action", names))
                    .collect::<Result<_, _>>()?,
                None => {
                    let reports = names.intern("reports");
                    transitions
                        .iter()
                        .filter(|transition| transition.required_relations.contains(&reports))
                        .map(|transition| transition.action)
                        .collect()
                }
            };
        Ok(Self {
            id: root.required("id")?.symbol(names)?,
            states,
            initial,
            terminal,
            actions,
            transitions,
            terminal_is_stable,
            executing_actions,
        })
    }
}

impl Transition {
    fn name_preconditions(
        &mut self,
        item: &Field<'_>,
        defined: &[Precondition],
        names: &mut Names,
        closed: bool,
    ) -> Result<(), ProfileError> {
        let Some(field) = item.optional("preconditions") else {
            return Ok(());
        };
        for name_field in field.items()? {
            let name = name_field.symbol(names)?;
            match defined.iter().find(|precondition| precondition.name == name) {
                Some(precondition) => self.preconditions.push(precondition.clone()),
                None if closed => {
                    let name = names.text(name).to_owned();
                    return name_field.fail(Rule::Undefined { name, registry: "lifecycle precondition" });
                }
                None => self.unexplained.push(name),
            }
        }
        Ok(())
    }

    fn name_duties(&mut self, item: &Field<'_>, names: &mut Names, closed: bool) -> Result<(), ProfileError> {
        let Some(field) = item.optional("separation_of_duties") else {
            return Ok(());
        };
        for rule_field in field.items()? {
            let rule = rule_field.text()?;
            if rule == RULE {
                self.executor_must_not_review = true;
            } else if closed {
                return rule_field.fail(Rule::OneOf { found: rule, allowed: "`executor_must_not_review`" });
            } else {
                self.unexplained.push(names.intern(&rule));
            }
        }
        Ok(())
    }
}

fn not_empty(field: &Field<'_>, names: &mut Names) -> Result<Vec<Symbol>, ProfileError> {
    let symbols = field.symbols(names)?;
    if symbols.is_empty() {
        field.fail(Rule::Kind { expected: "an array that is not empty" })
    } else {
        Ok(symbols)
    }
}

fn preconditions(
    root: &Field<'_>,
    names: &mut Names,
    extensions: &[&str],
) -> Result<Vec<Precondition>, ProfileError> {
    let Some(field) = root.optional("extensions") else {
        return Ok(Vec::new());
    };
    field.object(extensions)?;
    let Some(field) = field.optional("preconditions") else {
        return Ok(Vec::new());
    };
    let mut list = Vec::new();
    for (name, item) in field.entries()? {
        item.object(&[
            "relation",
            "target_types",
            "creator_roles",
            "decision",
            "same_creator",
            "lease_over",
            "awaits_human",
            "description",
        ])?;
        let flag = |member: &str| item.optional(member).map_or(Ok(false), |field| field.boolean());
        let optional = |member: &str, names: &mut Names| {
            item.optional(member).map(|field| field.symbols(names)).transpose()
        };
        list.push(Precondition {
            name: names.intern(&name),
            relation: item.required("relation")?.symbol(names)?,
            target_types: optional("target_types", names)?,
            creator_roles: optional("creator_roles", names)?,
            decision: item.optional("decision").map(|field| field.text()).transpose()?,
            same_creator: flag("same_creator")?,
            lease_over: flag("lease_over")?,
            awaits_human: flag("awaits_human")?,
        });
    }
    Ok(list)
}
