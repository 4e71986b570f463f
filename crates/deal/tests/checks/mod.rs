//! What must hold for any bytes whatever: run over the seeds here, over found bytes by the fuzzer.

use actum_deal::{Class, Deal, Deals, Event, V0_3, V0_3_EXTENDED};

/// Takes each line as a message.
///
/// # Panics
///
/// When something does not hold.
pub(crate) fn check(bytes: &[u8]) {
    for edition in [&V0_3, &V0_3_EXTENDED] {
        let (mut deals, mut twin) = (Deals::new(edition), Deals::new(edition));
        let mut scratch = Vec::new();
        for (line, message) in bytes.split(|byte| *byte == b'\n').enumerate() {
            let (head, clock) = (deals.head(), deals.now());
            let before: Vec<Seen> = deals.deals().iter().map(Seen::of).collect();
            let outcome = deals.apply(message, None);
            let entry = &outcome.entry;
            assert_eq!((entry.n, entry.prev), (line as u64 + 1, head), "the chain is broken");
            assert_eq!(entry.hash, entry.computed_hash(&mut scratch), "the hash is not that of the entry");
            assert_eq!((deals.head(), deals.len()), (entry.hash, entry.n));
            assert!(clock <= deals.now(), "the clock went back");
            let after: Vec<Seen> = deals.deals().iter().map(Seen::of).collect();
            let refusals = entry.errors.iter().filter(|error| is_refusal(error.class)).count();
            assert!(refusals <= 1, "a message is refused for its first fault alone");
            assert_eq!(entry.is_applied(), refusals == 0);
            if refusals == 1 && !entry.events.iter().any(is_timeout) {
                assert_eq!(before, after, "a refused message changed something");
                assert!(
                    entry.movements.is_empty() && entry.notifications.is_empty() && entry.path.is_empty()
                );
            }
            for (before, after) in before.iter().zip(&after).filter(|(before, _)| before.is_closed) {
                assert_eq!(before, after, "a closed deal changed");
            }
            deals.deals().iter().for_each(balance);
            assert_eq!(twin.apply(message, None), outcome, "the same messages, another outcome");
        }
    }
}

fn is_refusal(class: Class) -> bool {
    matches!(class, Class::State | Class::Validation)
}

fn is_timeout(event: &Event) -> bool {
    matches!(
        event,
        Event::Expired { .. }
            | Event::DisclosureEnded { .. }
            | Event::DisputeLapsed { .. }
            | Event::ReviewTimedOut { .. }
            | Event::SettledByTimeout { .. }
    )
}

/// What a message may have changed of a deal.
#[derive(Debug, PartialEq)]
struct Seen {
    is_closed: bool,
    states: usize,
    postings: usize,
    breaches: usize,
    offers: usize,
    votes: usize,
    disputed: usize,
    artifacts: usize,
}

impl Seen {
    fn of(deal: &Deal) -> Self {
        Self {
            is_closed: deal.state().is_closed(),
            states: deal.states().len(),
            postings: deal.ledger().len(),
            breaches: deal.breaches().len(),
            offers: deal.offers().count(),
            votes: deal.votes().count(),
            disputed: deal.items().iter().filter(|item| item.is_disputed).count(),
            artifacts: deal.pool().count(),
        }
    }
}

/// Conservation (DEAL 8.3).
fn balance(deal: &Deal) {
    for (party, account) in deal.accounts() {
        let out =
            account.held.checked_add(account.released).and_then(|sum| sum.checked_add(account.refunded));
        assert_eq!(out, Some(account.deposited), "{party}");
        let open: u64 = account.stages.iter().filter(|stage| stage.is_open()).map(|stage| stage.cash).sum();
        assert!(!account.is_holding || open == account.held, "{party}");
        assert!(!deal.state().is_closed() || account.held == 0, "{party}: closed with escrow held");
    }
}
