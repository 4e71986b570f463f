//! The names of one object in one allocation, since a reading may hold a million of them.

use crate::names::{Names, Symbol};

/// A name of the profile's vocabulary, or any other text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Name<'n> {
    Known(Symbol),
    Text(&'n str),
}

impl Name<'_> {
    /// The symbol of the name in a table that continues the profile's vocabulary.
    pub(crate) fn symbol(self, names: &mut Names) -> Symbol {
        match self {
            Self::Known(symbol) => symbol,
            Self::Text(text) => names.intern(text),
        }
    }
}

/// A list of names in one text, so that none of them has to be checked again: a tag, then a symbol, or a length and the name.
/// Numbers are written in groups of six bits, the lowest first; all but the last have a further bit.
#[derive(Debug, Default)]
pub(crate) struct PackedNames(Box<str>);

const KNOWN: u8 = 0;
const TEXT: u8 = 1;
const MORE: u8 = 0x40;

impl PackedNames {
    pub(super) fn pack<'n>(names: impl IntoIterator<Item = Name<'n>>, buffer: &mut String) -> Self {
        buffer.clear();
        for name in names {
            match name {
                Name::Known(symbol) => {
                    buffer.push(char::from(KNOWN));
                    put(u32::from_le_bytes(symbol.to_bytes()), buffer);
                }
                Name::Text(text) => {
                    buffer.push(char::from(TEXT));
                    // A source is at most 16 MiB long.
                    put(u32::try_from(text.len()).unwrap_or(u32::MAX), buffer);
                    buffer.push_str(text);
                }
            }
        }
        Self(buffer.as_str().into())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Name<'_>> {
        let mut rest = &*self.0;
        core::iter::from_fn(move || {
            let (&tag, after) = rest.as_bytes().split_first()?;
            let (number, width) = take(after)?;
            let behind = rest.get(1 + width..)?;
            if tag == KNOWN {
                rest = behind;
                return Some(Name::Known(Symbol::from_bytes(number.to_le_bytes())));
            }
            let (text, after) = behind.split_at_checked(number as usize)?;
            rest = after;
            Some(Name::Text(text))
        })
    }
}

fn put(mut number: u32, buffer: &mut String) {
    while number >= u32::from(MORE) {
        buffer.push(char::from((number as u8) & (MORE - 1) | MORE));
        number >>= 6;
    }
    buffer.push(char::from(number as u8));
}

/// A number, and how many bytes it takes.
fn take(bytes: &[u8]) -> Option<(u32, usize)> {
    let last = bytes.iter().position(|byte| byte & MORE == 0)?;
    let groups = bytes.get(..=last)?.iter().rev();
    Some((groups.fold(0, |number, byte| number << 6 | u32::from(byte & (MORE - 1))), last + 1))
}

#[cfg(test)]
mod tests {
    use super::{Name, PackedNames};
    use crate::names::Symbol;

    #[test]
    fn names_come_back_as_they_went_in() {
        let long = "x".repeat(300);
        let (edge, last) = ("x".repeat(64), Symbol::from_bytes([0xff; 4]));
        let names = [
            Name::Text("a"),
            Name::Known(Symbol::EMPTY),
            Name::Text(""),
            Name::Text(&long),
            Name::Known(last),
            Name::Text(&edge),
            Name::Text("é"),
        ];
        let packed = PackedNames::pack(names, &mut String::new());
        assert_eq!(packed.iter().collect::<Vec<_>>(), names);
    }
}
