//! The tape: one token for each name and scalar, two for each array and object, in source order.
//!
//! A scalar's token holds its place, length and two facts about its spelling. An array or object has a head
//! (place, number of children) and a tail right behind it (index past its last token, end in the source, facts
//! about everything inside), so that skipping it and telling whether it is canonical cost one look.

use alloc::borrow::Cow;
use core::ops::Range;

use super::spelling::{characters, decode};

/// Bits of a token's second word that are not its number.
const TAG_BITS: u32 = 5;

/// Sizes and counts take the other 27 bits.
pub(super) const MAX_BYTES: usize = (1 << (32 - TAG_BITS)) - 1;

/// What a token stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    Null,
    False,
    True,
    Number,
    String,
    Array,
    Object,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// Offset of the first byte in the source; in a tail, the tape index past the container.
    at: u32,
    /// `number << 5 | facts << 3 | tag`; in a tail, `end offset << 5 | facts`.
    word: u32,
}

/// A scalar's facts: it is spelled with a backslash; its spelling is canonical in every encoding.
pub(super) const ESCAPED: u32 = 1 << 3;
pub(super) const VERBATIM: u32 = 1 << 4;

/// A container's facts, about all inside it: no white space, and every scalar and name verbatim.
pub(super) const TIGHT: u32 = 1;
/// Every object inside and the container itself has its names in UTF-16 order.
pub(super) const UTF16_INSIDE: u32 = 1 << 1;
/// The same for ECMAScript order.
pub(super) const ECMASCRIPT_INSIDE: u32 = 1 << 2;
/// The container's own names are in UTF-16 order.
pub(super) const UTF16_NAMES: u32 = 1 << 3;
/// The same for ECMAScript order.
pub(super) const ECMASCRIPT_NAMES: u32 = 1 << 4;

pub(super) const ALL_FACTS: u32 = (1 << TAG_BITS) - 1;
/// The facts that a child takes away from what it stands in.
pub(super) const INHERITED: u32 = TIGHT | UTF16_INSIDE | ECMASCRIPT_INSIDE;

impl Token {
    pub(super) const NULL: Self = Self { at: 0, word: Tag::Null as u32 };

    // INVARIANT: no source is longer than `MAX_BYTES`, so offsets, lengths, counts and indices fit.
    #[expect(clippy::cast_possible_truncation, reason = "sources are shorter than 2^27 bytes")]
    pub(super) const fn new(tag: Tag, facts: u32, at: usize, number: usize) -> Self {
        Self { at: at as u32, word: (number as u32) << TAG_BITS | facts | tag as u32 }
    }

    #[expect(clippy::cast_possible_truncation, reason = "sources are shorter than 2^27 bytes")]
    pub(super) const fn tail(next: usize, end: usize, facts: u32) -> Self {
        Self { at: next as u32, word: (end as u32) << TAG_BITS | facts }
    }

    pub(super) const fn at(self) -> usize {
        self.at as usize
    }

    pub(super) const fn number(self) -> usize {
        (self.word >> TAG_BITS) as usize
    }

    pub(super) const fn has(self, facts: u32) -> bool {
        self.word & facts == facts
    }

    pub(super) const fn tag(self) -> Tag {
        match self.word & 7 {
            1 => Tag::False,
            2 => Tag::True,
            3 => Tag::Number,
            4 => Tag::String,
            5 => Tag::Array,
            6 => Tag::Object,
            _ => Tag::Null,
        }
    }

    pub(super) const fn is_container(self) -> bool {
        self.word & 7 >= Tag::Array as u32
    }
}

/// An order of names that the tape keeps facts about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameOrder {
    Utf16,
    EcmaScript,
}

/// A finished tape with the text that it describes.
#[derive(Clone, Copy)]
pub(crate) struct Tape<'a> {
    tokens: &'a [Token],
    source: &'a str,
}

impl<'a> Tape<'a> {
    pub(super) const fn new(tokens: &'a [Token], source: &'a str) -> Self {
        Self { tokens, source }
    }

    pub(crate) const fn source(self) -> &'a str {
        self.source
    }

    pub(super) fn token(self, index: usize) -> Token {
        self.tokens.get(index).copied().unwrap_or(Token::NULL)
    }

    pub(crate) fn tag(self, index: usize) -> Tag {
        self.token(index).tag()
    }

    /// Returns the index of the token after a value.
    pub(crate) fn next(self, index: usize) -> usize {
        if self.token(index).is_container() { self.token(index + 1).at() } else { index + 1 }
    }

    /// Returns the number of children of an array or object, 0 for anything else.
    pub(crate) fn count(self, index: usize) -> usize {
        let token = self.token(index);
        if token.is_container() { token.number() } else { 0 }
    }

    /// Returns the indices of the tokens inside an array or object.
    pub(crate) fn inside(self, index: usize) -> Range<usize> {
        index + 2..self.token(index + 1).at()
    }

    /// Returns where in the source a name or value is spelled.
    pub(crate) fn span(self, index: usize) -> Range<usize> {
        let token = self.token(index);
        let end =
            if token.is_container() { self.token(index + 1).number() } else { token.at() + token.number() };
        token.at()..end
    }

    /// Returns the spelling of a name or value, a string's quotes included.
    pub(crate) fn spelling(self, index: usize) -> &'a str {
        self.source.get(self.span(index)).unwrap_or_default()
    }

    /// Returns what stands between the quotes of a name or string.
    pub(crate) fn between_quotes(self, index: usize) -> &'a str {
        let span = self.span(index);
        self.source.get(span.start + 1..span.end.saturating_sub(1)).unwrap_or_default()
    }

    /// Returns what a name or string stands for.
    pub(crate) fn text(self, index: usize) -> Cow<'a, str> {
        decode(self.between_quotes(index), self.is_escaped(index))
    }

    /// Tells whether the name or string stands for `text`.
    pub(crate) fn is_name(self, index: usize, text: &str) -> bool {
        let token = self.token(index);
        if token.has(ESCAPED) {
            return characters(self.between_quotes(index)).eq(text.chars());
        }
        let start = token.at() + 1;
        token.number() == text.len() + 2
            && self.source.as_bytes().get(start..start + text.len()) == Some(text.as_bytes())
    }

    /// Tells whether a name or string is spelled with a backslash.
    pub(crate) fn is_escaped(self, index: usize) -> bool {
        self.token(index).has(ESCAPED)
    }

    /// Tells whether a value or name is spelled canonically in every encoding that has this order of names.
    pub(crate) fn is_canonical(self, index: usize, order: NameOrder) -> bool {
        let token = self.token(index);
        if !token.is_container() {
            return token.has(VERBATIM);
        }
        self.token(index + 1).has(match order {
            NameOrder::Utf16 => TIGHT | UTF16_INSIDE,
            NameOrder::EcmaScript => TIGHT | ECMASCRIPT_INSIDE,
        })
    }

    /// Tells whether an object's own names stand in the order.
    pub(crate) fn has_sorted_names(self, index: usize, order: NameOrder) -> bool {
        self.token(index + 1).has(match order {
            NameOrder::Utf16 => UTF16_NAMES,
            NameOrder::EcmaScript => ECMASCRIPT_NAMES,
        })
    }
}
