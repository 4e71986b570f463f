//! Names as small integers: every id, role and relation of a reading is stored once.

use core::hash::{BuildHasher, Hasher};
use foldhash::quality::FixedState;
use hashbrown::HashTable;

/// A name of one [`Names`] table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Symbol(u32);

impl Symbol {
    /// The empty name, which stands for an absent field of a canonical tuple (TMPA 8.3).
    pub(crate) const EMPTY: Self = Self(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn to_bytes(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    pub(crate) fn from_bytes(bytes: [u8; 4]) -> Self {
        Self(u32::from_le_bytes(bytes))
    }
}

/// An interning table. Symbols count up from [`Symbol::EMPTY`] in the order of first use; that order never reaches a
/// result, which is sorted by text.
#[derive(Clone)]
pub(crate) struct Names {
    arena: String,
    ends: Vec<usize>,
    table: HashTable<u32>,
    hasher: FixedState,
}

impl Names {
    /// `seed` should depend on the whole input, so that nobody can prepare names that collide.
    pub(crate) fn new(seed: u64) -> Self {
        let mut names = Self {
            arena: String::new(),
            ends: Vec::new(),
            table: HashTable::new(),
            hasher: FixedState::with_seed(seed),
        };
        names.intern("");
        names
    }

    /// The same symbols under another seed, with room for so many more.
    pub(crate) fn reseeded(&self, seed: u64, more: usize) -> Self {
        let mut names = Self::new(seed);
        names.ends.reserve(more);
        let Self { table, arena, ends, hasher } = &mut names;
        table.reserve(more, |&other| hash(hasher, slice(arena, ends, other as usize)));
        for index in 0..self.ends.len() {
            names.intern(self.at(index));
        }
        names
    }

    pub(crate) fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash(&self.hasher, text);
        if let Some(&found) = self.table.find(hash, |&index| self.at(index as usize) == text) {
            return Symbol(found);
        }
        let Ok(index) = u32::try_from(self.ends.len()) else {
            // 2^32 distinct names need more than 64 GiB of evidence; sharing the last symbol is never reached.
            return Symbol(u32::MAX);
        };
        self.arena.push_str(text);
        self.ends.push(self.arena.len());
        let Self { table, arena, ends, hasher } = self;
        table.insert_unique(hash, index, |&other| {
            crate::names::hash(hasher, slice(arena, ends, other as usize))
        });
        Symbol(index)
    }

    pub(crate) fn get(&self, text: &str) -> Option<Symbol> {
        self.table
            .find(hash(&self.hasher, text), |&index| self.at(index as usize) == text)
            .map(|&index| Symbol(index))
    }

    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        self.at(symbol.index())
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    fn at(&self, index: usize) -> &str {
        slice(&self.arena, &self.ends, index)
    }
}

impl core::fmt::Debug for Names {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("Names").field("len", &self.ends.len()).finish_non_exhaustive()
    }
}

fn hash(hasher: &FixedState, text: &str) -> u64 {
    let mut state = hasher.build_hasher();
    state.write(text.as_bytes());
    state.finish()
}

fn slice<'n>(arena: &'n str, ends: &[usize], index: usize) -> &'n str {
    let start = index.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    ends.get(index).and_then(|&end| arena.get(start..end)).unwrap_or_default()
}

/// A list of texts in one allocation.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    arena: String,
    ends: Vec<usize>,
}

impl Texts {
    pub(crate) fn push(&mut self, text: &str) {
        self.arena.push_str(text);
        self.ends.push(self.arena.len());
    }

    /// The text at a position, or the empty text beyond the end.
    pub(crate) fn get(&self, position: usize) -> &str {
        slice(&self.arena, &self.ends, position)
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, Symbol};

    #[test]
    fn equal_names_share_a_symbol_and_survive_a_new_seed() {
        let mut names = Names::new(1);
        let (a, b) = (names.intern("a"), names.intern("b"));
        assert_eq!(names.intern("a"), a);
        assert_eq!(names.intern(""), Symbol::EMPTY);
        let other = names.reseeded(99, 2);
        assert_eq!((other.get("a"), other.get("b"), other.get("c")), (Some(a), Some(b), None));
        assert_eq!(other.text(b), "b");
    }
}
