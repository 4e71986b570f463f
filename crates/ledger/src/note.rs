//! Signed notes (C2SP signed-note): a text, and under it any number of signatures, each by a named key.
//!
//! Only Ed25519 over the text is known here (signature type 1); other signatures are kept and ignored, as the text
//! demands. Who signs is the caller's: [`Note::sign`] takes the signer.

mod verifier;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

pub use verifier::{NotVerifier, Verifier};

/// The longest note that is read, with its signatures.
pub const MAX_NOTE: usize = 1024 * 1024;

/// The most signatures that a note is read with.
pub const MAX_SIGNATURES: usize = 100;

/// A text with signatures. That they are right is not said: [`Self::verify`] says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    text: String,
    signatures: Vec<Signature>,
}

/// One signature line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    name: String,
    id: [u8; 4],
    bytes: Vec<u8>,
}

impl Note {
    /// Starts a note without a signature.
    ///
    /// # Errors
    ///
    /// [`NoteError::Text`] where the text does not end with a line feed, or holds another control character.
    pub fn new(text: &str) -> Result<Self, NoteError> {
        let fits = text.ends_with('\n') && !has_control(text) && text.len() <= MAX_NOTE;
        if fits { Ok(Self { text: text.into(), signatures: Vec::new() }) } else { Err(NoteError::Text) }
    }

    /// Reads a note: the text, an empty line, and one or more signature lines.
    ///
    /// # Errors
    ///
    /// [`NoteError`].
    pub fn parse(note: &str) -> Result<Self, NoteError> {
        if note.len() > MAX_NOTE {
            return Err(NoteError::Length);
        }
        if has_control(note) {
            return Err(NoteError::Text);
        }
        let (text, lines) = note.rsplit_once("\n\n").ok_or(NoteError::Unsigned)?;
        let lines = lines.strip_suffix('\n').ok_or(NoteError::Signature)?;
        let signatures = lines.split('\n').map(Signature::parse).take(MAX_SIGNATURES + 1);
        let signatures: Vec<Signature> = signatures.collect::<Option<_>>().ok_or(NoteError::Signature)?;
        if signatures.len() > MAX_SIGNATURES {
            return Err(NoteError::Length);
        }
        Ok(Self { text: [text, "\n"].concat(), signatures })
    }

    /// Returns the text, with its line feed: what is signed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the signatures, in their order.
    #[must_use]
    pub fn signatures(&self) -> &[Signature] {
        &self.signatures
    }

    /// Adds a signature. `signer` gets the text and returns the 64 bytes of an Ed25519 signature under the verifier's
    /// key; they are verified before they are taken.
    ///
    /// # Errors
    ///
    /// [`NoteError::Refused`] where they do not verify.
    pub fn sign(
        &mut self,
        verifier: &Verifier,
        signer: impl FnOnce(&[u8]) -> [u8; 64],
    ) -> Result<(), NoteError> {
        let bytes = signer(self.text.as_bytes());
        if !verifier.key().verify(self.text.as_bytes(), &bytes) {
            return Err(NoteError::Refused { name: verifier.name().into() });
        }
        self.signatures.push(Signature {
            name: verifier.name().into(),
            id: verifier.id(),
            bytes: bytes.into(),
        });
        Ok(())
    }

    /// Returns those of the known keys that signed the text; at least one.
    ///
    /// A signature by an unknown key is ignored, also where it shares the name or the id, but not both, with a known
    /// one. A key that is known must have signed: a signature of it that does not verify makes the whole note refused.
    ///
    /// # Errors
    ///
    /// [`NoteError::Refused`], and [`NoteError::Unsigned`] where no known key signed.
    pub fn verify<'k>(&self, known: &'k [Verifier]) -> Result<Vec<&'k Verifier>, NoteError> {
        let mut signers: Vec<&Verifier> = Vec::new();
        for signature in &self.signatures {
            let mut candidates = known.iter().filter(|verifier| verifier.is_of(signature)).peekable();
            if candidates.peek().is_none() {
                continue;
            }
            let signer =
                candidates.find(|verifier| verifier.key().verify(self.text.as_bytes(), &signature.bytes));
            let signer = signer.ok_or_else(|| NoteError::Refused { name: signature.name.clone() })?;
            if !signers.contains(&signer) {
                signers.push(signer);
            }
        }
        if signers.is_empty() { Err(NoteError::Unsigned) } else { Ok(signers) }
    }
}

impl fmt::Display for Note {
    /// Writes the text, and where there are signatures the empty line and these.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        if !self.signatures.is_empty() {
            f.write_str("\n")?;
        }
        self.signatures.iter().try_for_each(|signature| writeln!(f, "{signature}"))
    }
}

impl Signature {
    /// Reads a signature line, without its line feed.
    fn parse(line: &str) -> Option<Self> {
        let (name, encoded) = line.strip_prefix("\u{2014} ")?.split_once(' ')?;
        let bytes = STANDARD.decode(encoded).ok()?;
        let (id, bytes) = bytes.split_first_chunk::<4>()?;
        let fits = verifier::is_name(name) && !bytes.is_empty();
        fits.then(|| Self { name: name.into(), id: *id, bytes: bytes.into() })
    }

    /// Returns the name of the key.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the key id.
    #[must_use]
    pub const fn id(&self) -> [u8; 4] {
        self.id
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let encoded = STANDARD.encode([self.id.as_slice(), &self.bytes].concat());
        write!(f, "\u{2014} {} {encoded}", self.name)
    }
}

fn has_control(text: &str) -> bool {
    text.bytes().any(|byte| byte < b' ' && byte != b'\n')
}

/// Why something is no note, or not one that can be believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteError {
    /// The note is longer than [`MAX_NOTE`], or has more than [`MAX_SIGNATURES`].
    Length,
    /// The text does not end with a line feed, or there are other control characters.
    Text,
    /// A line under the text is no signature line.
    Signature,
    /// A signature of a known key does not verify.
    Refused {
        /// The key.
        name: String,
    },
    /// No signature, or none by a known key.
    Unsigned,
}

impl fmt::Display for NoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => {
                write!(f, "longer than {MAX_NOTE} bytes, or more than {MAX_SIGNATURES} signatures")
            }
            Self::Text => f.write_str("text with control characters, or without a line feed at its end"),
            Self::Signature => f.write_str("a line under the text is no signature"),
            Self::Refused { name } => write!(f, "the signature of `{name}` does not verify"),
            Self::Unsigned => f.write_str("not signed by a known key"),
        }
    }
}

impl core::error::Error for NoteError {}
