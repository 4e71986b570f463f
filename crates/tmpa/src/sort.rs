//! Sorts by text: most of what is sorted here are ids that begin alike, so that comparing them whole costs more than moving them.

use core::cmp::Ordering;

/// Sorts by text in code-point order, and where texts are equal by `then`. `text` finds the text of an item, perhaps in `names`.
///
/// What all texts begin with is left out. The eight bytes behind it are compared as one number, and only where these are the
/// same the texts are looked at.
pub(crate) fn by_text<T, N: ?Sized>(
    items: &mut [T],
    names: &N,
    text: for<'t> fn(&'t N, &'t T) -> &'t str,
    then: impl Fn(&T, &T) -> Ordering,
) {
    let common = common(items, names, text);
    let keys = items.iter().map(|item| key(text(names, item), common));
    let mut keys: Vec<(u64, u32)> = keys.zip(0..).collect();
    let at = |position: u32| items.get(position as usize);
    keys.sort_unstable_by(|left, right| {
        left.0.cmp(&right.0).then_with(|| match (at(left.1), at(right.1)) {
            (Some(left), Some(right)) => {
                text(names, left).cmp(text(names, right)).then_with(|| then(left, right))
            }
            _ => Ordering::Equal,
        })
    });
    arrange(items, keys.into_iter().map(|(_, position)| position).collect());
}

/// How many bytes all texts begin with alike.
fn common<T, N: ?Sized>(items: &[T], names: &N, text: for<'t> fn(&'t N, &'t T) -> &'t str) -> usize {
    let mut texts = items.iter().map(|item| text(names, item).as_bytes());
    let first = texts.next().unwrap_or_default();
    texts.fold(first.len(), |length, text| {
        if first.get(..length) == text.get(..length) {
            length
        } else {
            first.iter().take(length).zip(text).take_while(|(left, right)| left == right).count()
        }
    })
}

/// The next eight bytes; where a text ends before, zeros, which no longer text has less of.
fn key(text: &str, common: usize) -> u64 {
    let bytes = text.as_bytes().get(common..).unwrap_or_default();
    match bytes.first_chunk() {
        Some(chunk) => u64::from_be_bytes(*chunk),
        None => {
            let mut chunk = [0; 8];
            chunk.iter_mut().zip(bytes).for_each(|(slot, byte)| *slot = *byte);
            u64::from_be_bytes(chunk)
        }
    }
}

/// Puts at each place the item that `order` names for it, cycle by cycle.
fn arrange<T>(items: &mut [T], mut order: Vec<u32>) {
    for start in 0..order.len() {
        let mut place = start;
        while let Some(slot) = order.get_mut(place) {
            let from = core::mem::replace(slot, place as u32) as usize;
            if from == start || from == place || from >= items.len() {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::by_text;

    #[test]
    fn texts_come_as_a_plain_sort_puts_them_whatever_they_share() {
        let mut texts = vec![""];
        for length in [0, 1, 7, 8, 9, 20] {
            for last in ["", "\0", "a", "b", "é", "\u{10FFFF}", "ab\0c"] {
                for first in ["", "work-", "work-000000"] {
                    texts.push(Box::leak(format!("{first}{}{last}", "x".repeat(length)).into_boxed_str()));
                }
            }
        }
        for skip in 0..texts.len() {
            for prefix in ["", "source/"] {
                let named = texts.iter().skip(skip).rev().chain(&texts).map(|text| format!("{prefix}{text}"));
                let mut items: Vec<(String, usize)> = named.zip(0..).collect();
                let mut plain = items.clone();
                plain.sort_unstable();
                by_text(&mut items, &(), |(), (text, _)| text, |left, right| left.1.cmp(&right.1));
                assert_eq!(items, plain);
            }
        }
        by_text(&mut [] as &mut [String], &(), |(), text| text, |_, _| panic!("nothing to compare"));
    }
}
