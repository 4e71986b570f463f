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

/// A list of names: a tag byte, then a symbol, or a length and the text.
#[derive(Debug, Default)]
pub(crate) struct PackedNames(Box<[u8]>);

const KNOWN: u8 = 0;
const SHORT: u8 = 1;
const LONG: u8 = 2;

impl PackedNames {
    pub(super) fn pack<'n>(names: impl IntoIterator<Item = Name<'n>>, buffer: &mut Vec<u8>) -> Self {
        buffer.clear();
        for name in names {
            match name {
                Name::Known(symbol) => {
                    buffer.push(KNOWN);
                    buffer.extend_from_slice(&symbol.to_bytes());
                }
                Name::Text(text) => {
                    match u8::try_from(text.len()) {
                        Ok(length) => buffer.extend_from_slice(&[SHORT, length]),
                        Err(_) => {
                            // A source is at most 16 MiB long.
                            let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
                            buffer.push(LONG);
                            buffer.extend_from_slice(&length.to_le_bytes());
                        }
                    }
                    buffer.extend_from_slice(text.as_bytes());
                }
            }
        }
        Self(buffer.as_slice().into())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Name<'_>> {
        let mut rest = &*self.0;
        core::iter::from_fn(move || {
            let (&tag, after) = rest.split_first()?;
            let (length, after) = match tag {
                KNOWN => {
                    let (bytes, after) = after.split_first_chunk()?;
                    rest = after;
                    return Some(Name::Known(Symbol::from_bytes(*bytes)));
                }
                SHORT => after.split_first().map(|(&length, after)| (usize::from(length), after))?,
                _ => after
                    .split_first_chunk()
                    .map(|(bytes, after)| (u32::from_le_bytes(*bytes) as usize, after))?,
            };
            let (text, after) = after.split_at_checked(length)?;
            rest = after;
            Some(Name::Text(str::from_utf8(text).unwrap_or_default()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Name, PackedNames};
    use crate::names::Symbol;

    #[test]
    fn names_come_back_as_they_went_in() {
        let long = "x".repeat(300);
        let names =
            [Name::Text("a"), Name::Known(Symbol::EMPTY), Name::Text(""), Name::Text(&long), Name::Text("é")];
        let packed = PackedNames::pack(names, &mut Vec::new());
        assert_eq!(packed.iter().collect::<Vec<_>>(), names);
    }
}
