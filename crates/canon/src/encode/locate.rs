//! Telling where members of one inner object land, so that a digest can cut or blank them without a second walk.

use alloc::vec::Vec;
use core::ops::Range;

use super::number::Numbers;
use super::walk::{Refused, Walk};
use crate::json::{Kind, NameOrder, Value};

/// Where a member landed in the written bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// From the comma before the name, if there is one, to the end of the value.
    pub member: Range<usize>,
    /// The value.
    pub value: Range<usize>,
}

/// The inner object and the values sought in it.
pub(super) struct Wanted<'a, const N: usize> {
    object: Option<Value<'a>>,
    values: [Option<Value<'a>>; N],
}

pub(super) fn find<'a, const N: usize>(root: Value<'a>, object: &str, names: [&str; N]) -> Wanted<'a, N> {
    let object = root.get(object).filter(|inner| inner.kind() == Kind::Object);
    let mut values = [None; N];
    if let Some(object) = object {
        let mut members = object.members();
        while let Some((at, value)) = members.step() {
            for (slot, name) in values.iter_mut().zip(names) {
                if object.tape().is_name(at, name) {
                    *slot = Some(value);
                }
            }
        }
    }
    Wanted { object, values }
}

/// Appends `root` and tells where the wanted values landed.
pub(super) fn write<const N: usize>(
    order: NameOrder,
    numbers: Numbers,
    root: Value<'_>,
    wanted: Wanted<'_, N>,
    out: &mut Vec<u8>,
) -> Result<[Option<Located>; N], Refused> {
    let mut located = [const { None }; N];
    let before = out.len();
    let mut walk = Walk::new(order, numbers, out);
    let Some(object) = wanted.object else {
        walk.value(root)?;
        return Ok(located);
    };
    if root.tape().is_canonical(root.index(), order) {
        walk.value(root)?;
        let start = root.span().start;
        let moved = |range: Range<usize>| before + (range.start - start)..before + (range.end - start);
        return Ok(wanted.values.map(|value| value.map(|value| in_source(value, moved))));
    }
    walk.each_member(root, |walk, first, value| {
        walk.name(first, value.tape(), value.index() - 1);
        if value.index() != object.index() {
            return walk.value(value);
        }
        walk.each_member(object, |walk, first, value| {
            let member = walk.out.len();
            walk.name(first, value.tape(), value.index() - 1);
            let start = walk.out.len();
            walk.value(value)?;
            let end = walk.out.len();
            for (slot, sought) in located.iter_mut().zip(&wanted.values) {
                if sought.is_some_and(|sought| sought.index() == value.index()) {
                    *slot = Some(Located { member: member..end, value: start..end });
                }
            }
            Ok(())
        })
    })?;
    Ok(located)
}

/// Takes the place of a member from its source, which is canonical and was copied as it is.
fn in_source(value: Value<'_>, moved: impl Fn(Range<usize>) -> Range<usize>) -> Located {
    let name = value.at(value.index() - 1).span().start;
    let comma = name.checked_sub(1).filter(|at| value.tape().source().as_bytes().get(*at) == Some(&b','));
    let span = value.span();
    Located { member: moved(comma.unwrap_or(name)..span.end), value: moved(span) }
}
