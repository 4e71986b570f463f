//! What can be asked of keys. The doc comments are the help texts.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

#[derive(Debug, Subcommand)]
pub(crate) enum Key {
    /// Makes an Ed25519 key in a new file that only its owner may read
    ///
    /// The file is PKCS #8 in PEM, as `openssl genpkey -algorithm ed25519` writes it. A file that is there already is
    /// never written over.
    New {
        /// The file to write
        #[arg(long, value_name = "FILE", default_value = "actum-key.pem", value_hint = ValueHint::FilePath)]
        out: PathBuf,
        /// Asks for a passphrase twice and encrypts the key with it
        #[arg(long, conflicts_with = "passphrase_file")]
        passphrase: bool,
        #[command(flatten)]
        opening: Opening,
    },
    /// Shows the public key of a private or public key file
    Show {
        /// The key file, PEM or DER
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        #[command(flatten)]
        opening: Opening,
        /// How to show it: `text` for people, `pem` as a public key file
        #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
        format: KeyForm,
    },
    /// Registers a public key in a profile's trust registry, or prints the entry
    ///
    /// With `--profile` the entry goes to the profile's trust registry, which is made where there is none; everything
    /// else in the profile stays byte for byte, and a pinned digest is brought up to date.
    Trust {
        /// The key file, private or public, PEM or DER
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// A creator for whom the key signs; may be given more than once
        #[arg(long, value_name = "ID", required = true)]
        identity: Vec<String>,
        /// A role in which it signs; may be given more than once [default: any]
        #[arg(long, value_name = "ROLE")]
        role: Vec<String>,
        /// The name under which objects give the key [default: that of the key itself]
        #[arg(long, value_name = "ID")]
        key_id: Option<String>,
        /// The profile: a folder that holds `profile.json`, or the profile's file; without it the entry is printed
        #[arg(long, value_name = "DIR|FILE", value_hint = ValueHint::AnyPath)]
        profile: Option<PathBuf>,
        #[command(flatten)]
        opening: Opening,
    },
}

/// How an encrypted key is opened.
#[derive(Debug, Default, Args)]
pub(crate) struct Opening {
    /// Takes the passphrase from the first line of this file instead of asking for it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) passphrase_file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum KeyForm {
    #[default]
    Text,
    Pem,
}
