//! Orders of arrival in which a reading is repeated (TMPA 10.3, C04, C11).
//!
//! Everybody can reproduce them. The generator is SplitMix64: the state starts as the seed; each number adds
//! `0x9E3779B97F4A7C15` to it and mixes a copy (`z ^= z >> 30, z *= 0xBF58476D1CE4E5B9, z ^= z >> 27,
//! z *= 0x94D049BB133111EB, z ^= z >> 31`, all modulo 2^64). An order is a Fisher-Yates shuffle of the listed one: for
//! `i` from the last position down to 1, position `i` changes places with position `number mod (i + 1)`. The state
//! goes on from order to order.

use actum_canon::json::{Kind, Value};

use super::field::{Refusal, as_integer, member, object, text};

/// Sources up to which all orders are run: 7! is 5040.
const MOST_COMPLETE: usize = 7;

/// Orders that one plan may ask for.
const MOST_ORDERS: u64 = 1_000_000;

/// How orders are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every order there is.
    Complete,
    /// So many shuffles.
    Random,
    /// So many shuffles, each delivered source by source, with a reading after every arrival.
    Prefixes,
}

impl Method {
    /// The name in manifests.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Random => "random",
            Self::Prefixes => "prefixes",
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        [Self::Complete, Self::Random, Self::Prefixes].into_iter().find(|method| method.name() == text)
    }
}

/// Which orders of one reading's sources are run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The reading, by its place in the case.
    pub reading: usize,
    /// How the orders are chosen.
    pub method: Method,
    /// How many, except for [`Method::Complete`].
    pub count: u64,
    /// Where the generator starts.
    pub seed: u64,
}

impl Plan {
    /// Reads one plan; `readings` are ids and numbers of sources. `None` stands for the method `none`.
    pub(super) fn parse(value: Value<'_>, readings: &[(&str, usize)]) -> Result<Option<Self>, Refusal> {
        object(value, &["reading", "method", "count", "seed"])?;
        let name = text(value, "method")?;
        if name == "none" {
            return Ok(None);
        }
        let method = Method::parse(&name)
            .ok_or_else(|| Refusal::at(value, format!("`{name}` is no method of permutation")))?;
        let wanted = text(value, "reading")?;
        let reading = readings.iter().position(|(id, _)| *id == wanted);
        let reading = reading.ok_or_else(|| Refusal::at(value, format!("there is no reading `{wanted}`")))?;
        let sources = readings.get(reading).map_or(0, |(_, sources)| *sources);
        let number = |name: &str| value.get(name).filter(|found| found.kind() != Kind::Null).map(as_integer);
        let all = u64::try_from(sources).unwrap_or(u64::MAX);
        let count = match (method, number("count").transpose()?) {
            (Method::Complete, given) => {
                if sources > MOST_COMPLETE {
                    let message = format!("complete permutations are for at most {MOST_COMPLETE} sources");
                    return Err(Refusal::at(value, message));
                }
                let orders = (1..=all).product();
                if given.is_some_and(|given| given != orders) {
                    let message = format!("{sources} sources have {orders} orders");
                    return Err(Refusal::at(member(value, "count")?, message));
                }
                orders
            }
            (Method::Prefixes, None) => all,
            (Method::Random, None) => return Err(Refusal::at(value, "the member `count` is missing")),
            (_, Some(given)) => given,
        };
        if count == 0 || count > MOST_ORDERS {
            return Err(Refusal::at(value, format!("`count` must be from 1 to {MOST_ORDERS}")));
        }
        let seed = number("seed").transpose()?;
        if seed.is_none() && method != Method::Complete {
            return Err(Refusal::at(value, "the member `seed` is missing"));
        }
        Ok(Some(Self { reading, method, count, seed: seed.unwrap_or_default() }))
    }

    /// The orders of `sources` things, one after the other.
    #[must_use]
    pub fn orders(&self, sources: usize) -> Orders {
        let next = (0..sources).collect();
        match self.method {
            Method::Complete => Orders { left: self.count, next, state: State::Lexical },
            Method::Random | Method::Prefixes => {
                Orders { left: self.count, next, state: State::Shuffled(SplitMix64(self.seed)) }
            }
        }
    }
}

/// The orders of a plan.
#[derive(Clone, Debug)]
pub struct Orders {
    left: u64,
    next: Vec<usize>,
    state: State,
}

#[derive(Clone, Debug)]
enum State {
    Lexical,
    Shuffled(SplitMix64),
}

impl Iterator for Orders {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        self.left = self.left.checked_sub(1)?;
        match &mut self.state {
            State::Lexical => {
                let order = self.next.clone();
                advance(&mut self.next);
                Some(order)
            }
            State::Shuffled(generator) => {
                let mut order = self.next.clone();
                for last in (1..order.len()).rev() {
                    order.swap(last, generator.below(last + 1));
                }
                Some(order)
            }
        }
    }
}

/// Makes the next order in lexical sequence out of this one; the last one stays.
fn advance(order: &mut [usize]) {
    let falls = |pair: &[usize]| matches!(pair, [left, right] if left >= right);
    let tail = order.windows(2).rev().take_while(|pair| falls(pair)).count() + 1;
    let Some(pivot) = order.len().checked_sub(tail + 1) else {
        return;
    };
    let (head, tail) = order.split_at_mut(pivot + 1);
    if let Some(value) = head.last_mut() {
        let least = tail.iter_mut().rev().find(|each| **each > *value);
        if let Some(least) = least {
            std::mem::swap(value, least);
        }
    }
    tail.reverse();
}

#[derive(Clone, Debug)]
struct SplitMix64(u64);

impl SplitMix64 {
    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.number() % bound).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn plan(method: Method, count: u64, seed: u64) -> Plan {
        Plan { reading: 0, method, count, seed }
    }

    #[test]
    fn the_generator_is_the_published_one() {
        // The first numbers of SplitMix64 from the seed 1234567, as its reference implementation prints them.
        let mut generator = SplitMix64(1_234_567);
        let numbers: Vec<u64> = (0..5).map(|_| generator.number()).collect();
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
    }

    #[test]
    fn complete_means_every_order_once_the_listed_one_first() {
        for sources in 0..=6_usize {
            let count = (1..=sources as u64).product();
            let orders: Vec<_> = plan(Method::Complete, count, 0).orders(sources).collect();
            assert_eq!(orders[0], (0..sources).collect::<Vec<_>>());
            assert_eq!(orders.iter().collect::<BTreeSet<_>>().len() as u64, count);
            assert_eq!(orders.len() as u64, count);
            for order in &orders {
                assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), sources);
            }
        }
    }

    #[test]
    fn a_seed_fixes_the_orders() {
        let orders = |seed| plan(Method::Random, 20, seed).orders(8).collect::<Vec<_>>();
        assert_eq!(orders(7), orders(7));
        assert_ne!(orders(7), orders(8));
        assert!(orders(7).iter().collect::<BTreeSet<_>>().len() > 15);
        assert_eq!(
            plan(Method::Random, 2, 42).orders(5).collect::<Vec<_>>(),
            [vec![1, 2, 0, 4, 3], vec![3, 4, 1, 2, 0]],
        );
    }

    #[test]
    fn a_plan_that_proves_less_than_it_says_is_refused() {
        let parse = |text: &str, sources: usize| {
            super::super::field::document(text.as_bytes(), |root| Plan::parse(root, &[("r", sources)]))
        };
        assert_eq!(parse(r#"{"method":"none"}"#, 3).unwrap(), None);
        let complete = parse(r#"{"method":"complete","reading":"r"}"#, 4).unwrap().unwrap();
        assert_eq!(complete.count, 24);
        assert_eq!(parse(r#"{"method":"prefixes","reading":"r","seed":1}"#, 9).unwrap().unwrap().count, 9);
        for (text, sources) in [
            (r#"{"method":"complete","reading":"r"}"#, 8),
            (r#"{"method":"complete","reading":"r","count":5}"#, 3),
            (r#"{"method":"random","reading":"r","seed":1}"#, 3),
            (r#"{"method":"random","reading":"r","count":0,"seed":1}"#, 3),
            (r#"{"method":"random","reading":"r","count":9}"#, 3),
            (r#"{"method":"random","reading":"s","count":9,"seed":1}"#, 3),
            (r#"{"method":"guess","reading":"r"}"#, 3),
        ] {
            assert!(parse(text, sources).is_err(), "{text}");
        }
    }
}
