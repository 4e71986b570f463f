//! Files as evidence, by their digest (DEAL 15 no. 8).

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use actum_canon::digest::{Sha256, Sha256Hasher};

use crate::error::{Error, ErrorKind};

/// What an evidence entry says of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The digest of the file's bytes.
    pub digest: Sha256,
    /// How many bytes it has.
    pub size: u64,
    /// Its name without the folder, which is nobody's business.
    pub name: String,
}

impl Attachment {
    /// Reads a file, of any size, and takes its digest.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where it does not exist, [`ErrorKind::Storage`] where it cannot be read.
    pub fn take(path: &Path) -> Result<Self, Error> {
        let lost = |error| Error::lost("read", path, error);
        let metadata = std::fs::metadata(path).map_err(|error| Error::io("open", path, error))?;
        if !metadata.is_file() {
            let message = format!("`{}` is not a file", path.display());
            return Err(Error::new(ErrorKind::Input, "attachment_invalid", message));
        }
        let file = File::open(path).map_err(|error| Error::io("open", path, error))?;
        let mut stream = BufReader::new(file);
        let (mut hasher, mut size) = (Sha256Hasher::new(), 0);
        let mut block = vec![0; 64 * 1024];
        loop {
            let read = match stream.read(&mut block) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                read => read.map_err(lost)?,
            };
            if read == 0 {
                break;
            }
            hasher.update(block.get(..read).unwrap_or_default());
            size += read as u64;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { digest: hasher.finish(), size, name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum_canon::digest::sha256;

    #[test]
    fn a_file_is_known_by_its_bytes_and_its_bare_name() {
        let place = tempfile::tempdir().unwrap();
        let bytes: Vec<_> = (0..200_000_u32).map(|number| number as u8).collect();
        std::fs::write(place.path().join("log.txt"), &bytes).unwrap();
        let taken = Attachment::take(&place.path().join("log.txt")).unwrap();
        assert_eq!(taken, Attachment { digest: sha256(&bytes), size: 200_000, name: "log.txt".into() });
        assert_eq!(Attachment::take(place.path()).unwrap_err().kind(), ErrorKind::Input);
        assert_eq!(Attachment::take(&place.path().join("no")).unwrap_err().kind(), ErrorKind::NotFound);
    }
}
