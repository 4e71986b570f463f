//! Why a profile cannot be used (TMPA 8.4): the file, the place in it and the rule that it breaks.

/// A profile that cannot fix a reading. The only way in which a reading can fail (TMPA 8.4).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{file}`{}: {rule}", place(.pointer))]
pub struct ProfileError {
    /// The file as the bundle names it.
    pub file: String,
    /// RFC 6901 pointer of the offending value; empty for the whole document.
    pub pointer: String,
    /// The rule that is broken.
    pub rule: Rule,
}

fn place(pointer: &str) -> String {
    if pointer.is_empty() { String::new() } else { format!(" at `{pointer}`") }
}

/// The rules that a profile can break.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Rule {
    /// The bytes are not strict JSON.
    #[error("not strict JSON: {reason} at byte {offset}")]
    NotJson {
        /// Name of the parse failure.
        reason: &'static str,
        /// Byte offset of the failure.
        offset: usize,
    },
    /// A file that the manifest names is absent.
    #[error("the manifest names this file, but the bundle does not hold it")]
    FileMissing,
    /// A file name that leaves the bundle folder.
    #[error("`{0}` is not a plain file name inside the bundle folder")]
    FileName(String),
    /// A pinned digest that the bytes do not have.
    #[error("the manifest pins {expected}, the bytes have {found} (TMPA 6.1)")]
    DigestDiffers {
        /// The digest in the manifest.
        expected: String,
        /// The digest of the bytes.
        found: String,
    },
    /// A value of another kind.
    #[error("expected {expected}")]
    Kind {
        /// What is expected there.
        expected: &'static str,
    },
    /// A required member is absent.
    #[error("member `{0}` is required")]
    Required(&'static str),
    /// A member that the format does not know.
    #[error("member `{0}` is not known here")]
    UnknownMember(String),
    /// A value outside a closed set.
    #[error("`{found}` is none of {allowed}")]
    OneOf {
        /// The value found.
        found: String,
        /// The allowed values, for people.
        allowed: &'static str,
    },
    /// The same name twice.
    #[error("`{0}` appears more than once")]
    Repeated(String),
    /// A name that another registry should define.
    #[error("`{name}` is not defined in the {registry} registry")]
    Undefined {
        /// The dangling name.
        name: String,
        /// The registry that should define it.
        registry: &'static str,
    },
    /// A date-time that is not RFC 3339.
    #[error("`{0}` is not an RFC 3339 date-time")]
    NotDateTime(String),
    /// A Core edition that this reader does not implement.
    #[error("core version `{0}` is not implemented; this reader implements S0.4")]
    Edition(String),
    /// A key that cannot verify anything.
    #[error("the public key is unusable: {0}")]
    Key(&'static str),
    /// An interval that ends before it begins.
    #[error("the interval ends before it begins")]
    Backwards,
    /// A key that is active and revoked at once.
    #[error("a key of status `active` is not revoked; leave one of the two out")]
    ActiveAndRevoked,
    /// A body schema that does not compile.
    #[error("the body schema does not compile: {0}")]
    BodySchema(String),
    /// A rule about authentication that needs a trust registry.
    #[error("conformance level `authenticated` needs a trust registry with policy `required` (TMPA 10.1)")]
    TrustRequired,
}
