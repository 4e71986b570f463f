//! Key files: private in PKCS #8 (RFC 8410 7), perhaps encrypted by PBES2 (RFC 8018 6.2), public as SubjectPublicKeyInfo
//! (RFC 8410 4); PEM or DER, as `openssl` writes and reads them.

use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pkcs8::EncryptedPrivateKeyInfoRef;
use pkcs8::der::asn1::OctetStringRef;
use pkcs8::der::zeroize::Zeroizing;
use pkcs8::der::{Decode as _, SecretDocument};
use pkcs8::pkcs5::pbes2::{Kdf, Parameters};

use crate::error::{Error, ErrorKind};
use crate::output::sync_folder;

/// Bytes that are wiped when they are let go.
pub(super) type Secret = Zeroizing<Vec<u8>>;

/// The 32 bytes of a private key.
pub(super) type Seed = Zeroizing<[u8; 32]>;

/// All that stands before the 32 bytes of a private key in its DER form (RFC 8410 10.3).
const PRIVATE: [u8; 16] =
    [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/// All that stands before the 32 bytes of a public key in its DER form (RFC 8410 10.1).
const PUBLIC: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

const PRIVATE_LABEL: &str = "PRIVATE KEY";
const ENCRYPTED_LABEL: &str = "ENCRYPTED PRIVATE KEY";
const PUBLIC_LABEL: &str = "PUBLIC KEY";

/// Rounds of PBKDF2 in files that are written here.
const ROUNDS: u32 = 600_000;

/// What opening a file may cost at most: rounds of PBKDF2, and bytes of memory for scrypt. A file that asks for more would
/// hang the program or end it.
const MOST_ROUNDS: u32 = 20_000_000;
const MOST_MEMORY: u64 = 1 << 30;

/// A passphrase, wiped when it is let go and never shown.
#[derive(PartialEq, Eq)]
pub struct Passphrase(Zeroizing<String>);

impl Passphrase {
    /// A passphrase as it was typed.
    ///
    /// # Errors
    /// [`ErrorKind::Usage`] where it is empty.
    pub fn new(text: String) -> Result<Self, Error> {
        let text = Zeroizing::new(text);
        if text.is_empty() {
            return Err(Error::new(ErrorKind::Usage, "passphrase_empty", "the passphrase is empty"));
        }
        Ok(Self(text))
    }

    /// The first line of a file, without its end.
    ///
    /// # Errors
    /// As [`read_input`](crate::read_input); [`ErrorKind::Input`] where it is no text or empty.
    pub fn of_file(path: &Path) -> Result<Self, Error> {
        let bytes = Secret::new(crate::input::read_input(path)?);
        let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = str::from_utf8(line).ok().filter(|text| !text.is_empty());
        let text = text.ok_or_else(|| {
            let message = format!("`{}` holds no passphrase in its first line", path.display());
            Error::new(ErrorKind::Input, "passphrase_empty", message)
        })?;
        Self::new(text.to_owned())
    }
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Passphrase")
    }
}

/// Fills bytes from the system's random source.
pub(super) fn random(bytes: &mut [u8], path: &Path) -> Result<(), Error> {
    getrandom::fill(bytes).map_err(|error| Error::lost("make a key for", path, io::Error::other(error)))
}

/// Writes a private key to a new file, mode 0600.
pub(super) fn write(path: &Path, seed: &Seed, passphrase: Option<&Passphrase>) -> Result<(), Error> {
    let der = Secret::new([PRIVATE.as_slice(), seed.as_slice()].concat());
    let text = match passphrase {
        None => Zeroizing::new(pem(PRIVATE_LABEL, &der)),
        Some(passphrase) => Zeroizing::new(pem(ENCRYPTED_LABEL, encrypt(&der, passphrase, path)?.as_bytes())),
    };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let message = format!("`{}` is already there; nothing was written", path.display());
            Error::new(ErrorKind::Conflict, "key_exists", message)
                .hint("name a file that is not there yet; a key that is lost cannot be made again")
        }
        _ => Error::io("write", path, error),
    })?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    if let Err(error) = written {
        // What was made here a moment ago holds no whole key, so that nothing is lost with it.
        let _ = std::fs::remove_file(path);
        return Err(Error::lost("write", path, error));
    }
    sync_folder(path)
}

fn encrypt(der: &[u8], passphrase: &Passphrase, path: &Path) -> Result<SecretDocument, Error> {
    let (mut salt, mut iv) = ([0; 16], [0; 16]);
    random(&mut salt, path)?;
    random(&mut iv, path)?;
    let encrypted = || {
        let scheme = Parameters::generate_pbkdf2_sha256_aes256cbc(ROUNDS, &salt, iv)?;
        let data = scheme.encrypt(passphrase.0.as_bytes(), der)?;
        let encrypted_data = OctetStringRef::new(&data).map_err(pkcs8::Error::from)?;
        SecretDocument::try_from(EncryptedPrivateKeyInfoRef {
            encryption_algorithm: scheme.into(),
            encrypted_data,
        })
    };
    encrypted().map_err(|error: pkcs8::Error| {
        Error::new(ErrorKind::Input, "passphrase_unusable", "the key cannot be encrypted").because(error)
    })
}

/// The private key in a file, or `None` where it holds none in plain or encrypted form.
pub(super) fn private(
    bytes: &[u8],
    path: &Path,
    ask: &mut dyn FnMut() -> Result<Passphrase, Error>,
) -> Result<Option<Seed>, Error> {
    if let Some(seed) = plain(&unwrapped(bytes, PRIVATE_LABEL), &PRIVATE) {
        return Ok(Some(Zeroizing::new(seed)));
    }
    let body = unwrapped(bytes, ENCRYPTED_LABEL);
    let Ok(sealed) = EncryptedPrivateKeyInfoRef::from_der(&body) else {
        return Ok(None);
    };
    affordable(&sealed, path)?;
    let passphrase = ask()?;
    let opened = sealed.decrypt(passphrase.0.as_bytes()).map_err(|error| {
        let message = format!("the passphrase does not open `{}`", path.display());
        Error::new(ErrorKind::Input, "passphrase_wrong", message).because(error)
    })?;
    Ok(plain(opened.as_bytes(), &PRIVATE).map(Zeroizing::new))
}

/// Refuses a file whose opening would cost more than anybody means it to.
fn affordable(sealed: &EncryptedPrivateKeyInfoRef<'_>, path: &Path) -> Result<(), Error> {
    let affordable = match sealed.encryption_algorithm.pbes2().map(|scheme| &scheme.kdf) {
        Some(Kdf::Pbkdf2(kdf)) => kdf.iteration_count <= MOST_ROUNDS,
        Some(Kdf::Scrypt(kdf)) => {
            let rows = kdf.cost_parameter.saturating_mul(128).saturating_mul(u64::from(kdf.block_size));
            rows <= MOST_MEMORY && kdf.parallelization <= 16
        }
        _ => false,
    };
    if affordable {
        return Ok(());
    }
    let message = format!("`{}` is encrypted in a way that is not read here", path.display());
    Err(Error::new(ErrorKind::Input, "key_encryption", message)
        .hint("`openssl pkcs8 -topk8 -in FILE -out NEW` writes it anew under the same passphrase"))
}

/// The public key in a file that holds nothing else.
pub(super) fn public(bytes: &[u8]) -> Option<[u8; 32]> {
    plain(&unwrapped(bytes, PUBLIC_LABEL), &PUBLIC)
}

pub(super) fn public_pem(key: &[u8; 32]) -> String {
    pem(PUBLIC_LABEL, &[PUBLIC.as_slice(), key].concat())
}

/// The 32 bytes behind this prefix.
fn plain(der: &[u8], prefix: &[u8]) -> Option<[u8; 32]> {
    der.strip_prefix(prefix)?.try_into().ok()
}

/// What a PEM file with this label holds, or the bytes themselves.
fn unwrapped(bytes: &[u8], label: &str) -> Secret {
    let body = str::from_utf8(bytes).ok().and_then(|text| {
        let (_, rest) = text.split_once(&format!("-----BEGIN {label}-----"))?;
        let (body, _) = rest.split_once(&format!("-----END {label}-----"))?;
        let body = Zeroizing::new(body.split_ascii_whitespace().collect::<String>());
        STANDARD.decode(body.as_bytes()).ok()
    });
    Secret::new(body.unwrap_or_else(|| bytes.to_vec()))
}

/// PEM as `openssl` writes it: lines of 64 letters (RFC 7468 2).
fn pem(label: &str, der: &[u8]) -> String {
    let body = Zeroizing::new(STANDARD.encode(der));
    let mut text = format!("-----BEGIN {label}-----\n");
    for line in body.as_bytes().chunks(64) {
        text.extend(line.iter().map(|&byte| char::from(byte)));
        text.push('\n');
    }
    text + &format!("-----END {label}-----\n")
}

pub(super) fn encrypted(path: &Path) -> Error {
    let message = format!("`{}` is encrypted, and no passphrase was given", path.display());
    Error::new(ErrorKind::Usage, "passphrase_missing", message)
        .hint("give `--passphrase-file FILE`, or ask from a terminal")
}

pub(super) fn no_private_key(path: &Path) -> Error {
    let message = format!("`{}` holds no Ed25519 private key in PKCS #8 form", path.display());
    Error::new(ErrorKind::Input, "key_invalid", message)
        .hint("`actum key new --out FILE` or `openssl genpkey -algorithm ed25519 -out FILE` writes one")
}

pub(super) fn no_key(path: &Path) -> Error {
    let message = format!("`{}` holds no Ed25519 key", path.display());
    Error::new(ErrorKind::Input, "key_invalid", message)
        .hint("`openssl pkey -in FILE -pubout` writes the public key of a private one")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that says that it was encrypted in so many rounds.
    fn sealed(rounds: u32) -> Vec<u8> {
        let scheme = Parameters::generate_pbkdf2_sha256_aes256cbc(rounds, &[7; 16], [7; 16]).unwrap();
        let encrypted_data = OctetStringRef::new(&[7; 64]).unwrap();
        let info = EncryptedPrivateKeyInfoRef { encryption_algorithm: scheme.into(), encrypted_data };
        SecretDocument::try_from(info).unwrap().as_bytes().to_vec()
    }

    #[test]
    fn a_file_that_would_cost_too_much_is_refused_before_a_passphrase_is_asked_for() {
        let mut asked = 0;
        for (rounds, code) in [(1, "passphrase_wrong"), (MOST_ROUNDS + 1, "key_encryption")] {
            let opened = private(&sealed(rounds), Path::new("key"), &mut || {
                asked += 1;
                Passphrase::new("x".to_owned())
            });
            assert_eq!(opened.unwrap_err().code(), code);
        }
        assert_eq!(asked, 1);
    }
}
