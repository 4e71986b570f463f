//! Keys that sign: deal messages and receipts (DEAL 15.1), checkpoints, governance objects (TMPA 3.7, 9.8).
//!
//! One kind, Ed25519, in files as `openssl` writes them. A private key is never shown, and no key file is ever written
//! over. Which key is whose is for a profile's trust registry ([`trust()`]) or for an Offer to say.

mod file;
mod object;
mod splice;
mod trust;

use std::fmt;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signer as _, SigningKey};

use crate::error::Error;
use crate::input::read_input;

pub use file::Passphrase;
pub use object::{finish_object, sign_object};
pub use trust::{Entry, Trusted, entry, trust};

/// A key that signs. Its bytes are never shown.
pub struct Key(SigningKey);

impl Key {
    /// Makes a key and writes it to a new file that only its owner may read: PKCS #8 in PEM, encrypted where a passphrase
    /// is given.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`](crate::ErrorKind::Conflict) where something is at `path` already: nothing is written then.
    /// [`ErrorKind::Storage`](crate::ErrorKind::Storage) where the medium fails.
    pub fn create(path: &Path, passphrase: Option<&Passphrase>) -> Result<Self, Error> {
        let mut seed = file::Seed::default();
        file::random(seed.as_mut(), path)?;
        file::write(path, &seed, passphrase)?;
        Ok(Self(SigningKey::from_bytes(&seed)))
    }

    /// Reads a private key file that is not encrypted, PEM or DER.
    ///
    /// # Errors
    /// As [`Key::open_with`]; an encrypted file is refused.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::open_with(path, &mut || Err(file::encrypted(path)))
    }

    /// Reads a private key file, PEM or DER; `ask` is asked for the passphrase of an encrypted one.
    ///
    /// # Errors
    /// As [`read_input`] and as `ask`; [`ErrorKind::Input`](crate::ErrorKind::Input) where the file holds no such key or
    /// the passphrase does not open it.
    pub fn open_with(path: &Path, ask: &mut dyn FnMut() -> Result<Passphrase, Error>) -> Result<Self, Error> {
        let bytes = file::Secret::new(read_input(path)?);
        let seed = file::private(&bytes, path, ask)?.ok_or_else(|| file::no_private_key(path))?;
        Ok(Self(SigningKey::from_bytes(&seed)))
    }

    /// Its public key.
    pub fn public(&self) -> Public {
        Public(self.0.verifying_key().to_bytes())
    }

    /// The Ed25519 signature over these bytes (RFC 8032 5.1.6).
    pub fn sign(&self, bytes: &[u8]) -> [u8; 64] {
        self.0.sign(bytes).to_bytes()
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Key").field("public", &self.public()).finish_non_exhaustive()
    }
}

/// A public key. It displays as Offers pin it and as it names itself where nothing else names it: `ed25519:` and its 64
/// digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Public([u8; 32]);

impl Public {
    /// Reads the public key in a key file, private or public, PEM or DER; `ask` is asked for the passphrase of an
    /// encrypted private one.
    ///
    /// # Errors
    /// As [`Key::open_with`].
    pub fn open_with(path: &Path, ask: &mut dyn FnMut() -> Result<Passphrase, Error>) -> Result<Self, Error> {
        let bytes = file::Secret::new(read_input(path)?);
        if let Some(public) = file::public(&bytes) {
            return Ok(Self(public));
        }
        let seed = file::private(&bytes, path, ask)?.ok_or_else(|| file::no_key(path))?;
        Ok(Key(SigningKey::from_bytes(&seed)).public())
    }

    /// Its 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// In base64, as trust registries write it.
    pub fn to_base64(&self) -> String {
        STANDARD.encode(self.0)
    }

    /// As a file of its own: SubjectPublicKeyInfo in PEM (RFC 8410 4), as `openssl pkey -pubout` writes it.
    pub fn to_pem(&self) -> String {
        file::public_pem(&self.0)
    }
}

impl fmt::Display for Public {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&digits(&self.0))
    }
}

/// The public key in a key file that is not encrypted, as Offers pin it: `ed25519:` and its 64 digits.
///
/// # Errors
/// As [`Public::open_with`]; an encrypted file is refused.
pub fn public_key(path: &Path) -> Result<String, Error> {
    Public::open_with(path, &mut || Err(file::encrypted(path))).map(|public| public.to_string())
}

/// `ed25519:` and the digits of these bytes.
pub(crate) fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold("ed25519:".to_owned(), |digits, byte| format!("{digits}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use std::fs;

    /// The private key of RFC 8410 10.3, and its public key of 10.1.
    const PEM: &str = "-----BEGIN PRIVATE KEY-----\n\
        MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n\
        -----END PRIVATE KEY-----\n";
    const PUBLIC_PEM: &str = "-----BEGIN PUBLIC KEY-----\n\
        MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n\
        -----END PUBLIC KEY-----\n";
    const SHOWN: &str = "ed25519:19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1";

    fn passphrase(text: &str) -> Passphrase {
        Passphrase::new(text.to_owned()).unwrap()
    }

    #[test]
    fn the_published_key_is_read_in_all_its_forms() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("key");
        for pem in [PEM, PUBLIC_PEM] {
            fs::write(&file, pem).unwrap();
            assert_eq!(public_key(&file).unwrap(), SHOWN);
            let body: String = pem.lines().filter(|line| !line.starts_with('-')).collect();
            fs::write(&file, STANDARD.decode(body).unwrap()).unwrap();
            assert_eq!(public_key(&file).unwrap(), SHOWN);
        }
        fs::write(&file, PEM).unwrap();
        let key = Key::open(&file).unwrap();
        assert_eq!(key.public().to_pem(), PUBLIC_PEM);
        assert_eq!(format!("{key:?}"), format!("Key {{ public: {:?}, .. }}", key.public()));
    }

    #[test]
    fn anything_else_is_no_key() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("key");
        for text in
            ["", "secret", &PEM.replace("MC4C", "MC5C"), &PEM.replace("PRIVATE", "SECRET"), PUBLIC_PEM]
        {
            fs::write(&file, text).unwrap();
            assert_eq!(Key::open(&file).unwrap_err().code(), "key_invalid", "{text}");
        }
        assert_eq!(Key::open(&place.path().join("absent")).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn a_new_key_is_read_again_and_never_written_over() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("key");
        let key = Key::create(&file, None).unwrap();
        assert_eq!(Key::open(&file).unwrap().public(), key.public());
        let before = fs::read(&file).unwrap();
        for path in [file.clone(), place.path().join("link")] {
            #[cfg(unix)]
            let _ = std::os::unix::fs::symlink("nowhere", place.path().join("link"));
            let error = Key::create(&path, None).unwrap_err();
            assert_eq!((error.kind(), error.code()), (ErrorKind::Conflict, "key_exists"));
        }
        assert_eq!(fs::read(&file).unwrap(), before);
        assert_ne!(Key::create(&place.path().join("other"), None).unwrap().public(), key.public());
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_read_a_new_key() {
        use std::os::unix::fs::PermissionsExt;
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("key");
        Key::create(&file, None).unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn an_encrypted_key_opens_with_its_passphrase_alone() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("key");
        let key = Key::create(&file, Some(&passphrase("open"))).unwrap();
        let with = |text: &str| Key::open_with(&file, &mut || Ok(passphrase(text)));
        assert_eq!(with("open").unwrap().public(), key.public());
        assert_eq!(with("Open").unwrap_err().code(), "passphrase_wrong");
        assert_eq!(Key::open(&file).unwrap_err().code(), "passphrase_missing");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"));
        assert!(text.lines().all(|line| line.len() <= 64));
    }

    #[test]
    fn a_passphrase_is_the_first_line_of_its_file() {
        let place = tempfile::tempdir().unwrap();
        let (secret, file) = (place.path().join("secret"), place.path().join("key"));
        fs::write(&secret, "open me\r\nnot this\n").unwrap();
        Key::create(&file, Some(&Passphrase::of_file(&secret).unwrap())).unwrap();
        assert!(Key::open_with(&file, &mut || Ok(passphrase("open me"))).is_ok());
        for empty in ["", "\nsecret", "\r\n"] {
            fs::write(&secret, empty).unwrap();
            assert_eq!(Passphrase::of_file(&secret).unwrap_err().code(), "passphrase_empty");
        }
    }
}
