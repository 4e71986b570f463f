//! A file of lines that only grows: the record on disk of deals and of state trees.
//!
//! A line is on the medium before [`Held::append`] returns, and one process at a time appends, having read what the
//! others wrote. So an acknowledged line is never lost and never forked, whatever is killed and whenever. What a
//! writer that died left of a line is set aside in a file next to the journal.
//!
//! Not here: what a line says, but that it is one JSON object. The first line names the kind of journal; whoever reads
//! the others judges them.

mod lock;

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use actum_canon::json::{Limits, Parser};

use crate::error::{Error, ErrorKind};
use crate::output::sync_folder;

/// The longest line that is read: an artifact of the greatest size with room for what stands around it.
const LONGEST: u64 = 64 * 1024 * 1024;

/// What the lines of a journal are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The word that the first line holds.
    pub name: &'static str,
    /// The command that makes such a journal, for hints.
    pub command: &'static str,
}

impl Kind {
    fn header(self) -> String {
        format!(r#"{{"journal":"{}","version":1}}"#, self.name)
    }
}

/// A line with its place.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Counted from 1; the line that names the kind is number 1, so the first one shown is 2.
    pub number: u64,
    /// The bytes without the line feed.
    pub bytes: &'a [u8],
}

/// What was found behind the last line: the work of a writer that died before it could acknowledge anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// Bytes without an end of line.
    pub length: u64,
    /// Where they were moved to; `None` while they still stand in the journal, which was opened for reading.
    pub kept: Option<PathBuf>,
}

/// An open journal, and how far it was read.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    kind: Kind,
    file: File,
    /// Past the last whole line that was read.
    end: u64,
    lines: u64,
    /// The last line that was read has no end of line yet.
    unended: bool,
}

impl Journal {
    /// Makes an empty journal. The file, its first line and its name are durable when this returns.
    ///
    /// # Errors
    ///
    /// A file of that name is a conflict, and is not touched.
    pub fn create(path: &Path, kind: Kind) -> Result<Self, Error> {
        let file = match OpenOptions::new().read(true).append(true).create_new(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let message = format!("`{}` is already there", path.display());
                return Err(Error::new(ErrorKind::Conflict, "journal_exists", message)
                    .hint("nothing was written; go on with that journal, or name another file"));
            }
            Err(error) => return Err(Error::io("create", path, error)),
        };
        let mut journal = Self { path: path.to_owned(), kind, file, end: 0, lines: 0, unended: false };
        // Writes the first line, unless another process was faster.
        journal.hold(|_| Ok(()))?;
        Ok(journal)
    }

    /// Opens a journal for reading and appending. Nothing is read yet.
    ///
    /// # Errors
    ///
    /// An absent file is not found; any other failure is one of storage.
    pub fn open(path: &Path, kind: Kind) -> Result<Self, Error> {
        Self::with(OpenOptions::new().read(true).append(true), path, kind)
    }

    /// Opens a journal for reading, where even the medium may be read-only.
    ///
    /// # Errors
    ///
    /// As [`Self::open`].
    pub fn open_to_read(path: &Path, kind: Kind) -> Result<Self, Error> {
        Self::with(OpenOptions::new().read(true), path, kind)
    }

    fn with(options: &OpenOptions, path: &Path, kind: Kind) -> Result<Self, Error> {
        if let Err(error) = lock::regular(path) {
            return Err(match error.kind() {
                ErrorKind::NotFound => error.hint(format!("`{}` makes a new one", kind.command)),
                _ => error,
            });
        }
        match options.open(path) {
            Ok(file) => Ok(Self { path: path.to_owned(), kind, file, end: 0, lines: 0, unended: false }),
            Err(error) => Err(Error::io("open", path, error)),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The lines read so far, the first one included.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Reads every whole line that was not read yet, while no process appends.
    ///
    /// # Errors
    ///
    /// Of `each`, which ends the reading; of storage; and where the first line names no such journal.
    pub fn read(&mut self, each: impl FnMut(Line<'_>) -> Result<(), Error>) -> Result<Option<Torn>, Error> {
        lock::wait(&self.file, &self.path, File::try_lock_shared)?;
        let read = self.catch_up(each);
        self.file.unlock().map_err(|error| Error::lost("unlock", &self.path, error))?;
        let length = read?;
        Ok((length > 0).then_some(Torn { length, kept: None }))
    }

    /// Waits until no other process appends, reads what was not read yet, and keeps the others waiting until the
    /// result is dropped.
    ///
    /// # Errors
    ///
    /// As [`Self::read`].
    pub fn hold(&mut self, each: impl FnMut(Line<'_>) -> Result<(), Error>) -> Result<Held<'_>, Error> {
        lock::wait(&self.file, &self.path, File::try_lock)?;
        // Made first, so that the lock is given back on every way out.
        let mut held = Held { journal: self, torn: None };
        let length = held.journal.catch_up(each)?;
        if held.journal.lines == 0 {
            // Whoever made the file died over its first line.
            held.journal.restart()?;
        } else if held.journal.unended {
            held.journal.end_line()?;
        } else if length > 0 {
            held.torn = Some(held.journal.set_aside(length)?);
        }
        Ok(held)
    }

    /// Reads whole lines from where reading ended, and counts the bytes behind the last one.
    fn catch_up(&mut self, mut each: impl FnMut(Line<'_>) -> Result<(), Error>) -> Result<u64, Error> {
        let lost = |path: &Path, error| Error::lost("read", path, error);
        let size = self.file.metadata().map_err(|error| lost(&self.path, error))?.len();
        if size < self.end {
            let message = format!(
                "`{}` holds {size} bytes and held {} before: lines that were read are gone",
                self.path.display(),
                self.end
            );
            return Err(Error::new(ErrorKind::Storage, "journal_shrunk", message));
        }
        self.file.seek(SeekFrom::Start(self.end)).map_err(|error| lost(&self.path, error))?;
        let mut reader = BufReader::with_capacity(1 << 16, &self.file);
        let mut line = Vec::new();
        if self.unended && reader.fill_buf().map_err(|error| lost(&self.path, error))?.first() == Some(&b'\n')
        {
            reader.consume(1);
            self.end += 1;
            self.unended = false;
        }
        loop {
            line.clear();
            let taken = io::Read::take(&mut reader, LONGEST)
                .read_until(b'\n', &mut line)
                .map_err(|error| lost(&self.path, error))? as u64;
            let ended = line.pop_if(|last| *last == b'\n').is_some();
            if !ended {
                if taken == LONGEST {
                    return Err(
                        self.unreadable(format!("line {} is longer than {LONGEST} bytes", self.lines + 1))
                    );
                }
                if self.lines == 0 && !self.kind.header().as_bytes().starts_with(&line) {
                    return Err(self.unreadable(format!("its first line is not `{}`", self.kind.header())));
                }
                if self.lines == 0 || !is_whole(&line) {
                    return Ok(taken);
                }
            }
            if self.lines == 0 && line != self.kind.header().as_bytes() {
                return Err(self.unreadable(format!("its first line is not `{}`", self.kind.header())));
            }
            if self.lines > 0 {
                each(Line { number: self.lines + 1, bytes: &line })?;
            }
            self.end += taken;
            self.lines += 1;
            if !ended {
                self.unended = true;
                return Ok(0);
            }
        }
    }

    fn unreadable(&self, what: String) -> Error {
        let message = format!("`{}` is no {} journal: {what}", self.path.display(), self.kind.name);
        Error::new(ErrorKind::Input, "journal_invalid", message)
    }

    /// Writes the first line anew where only a beginning of it stands.
    fn restart(&mut self) -> Result<(), Error> {
        self.file.set_len(0).map_err(|error| Error::lost("write to", &self.path, error))?;
        self.write(self.kind.header().as_bytes())?;
        sync_folder(&self.path)
    }

    /// Ends the last line, which was whole but for that.
    fn end_line(&mut self) -> Result<(), Error> {
        let written = self.file.write_all(b"\n").and_then(|()| self.file.sync_data());
        written.map_err(|error| Error::lost("append to", &self.path, error))?;
        self.end += 1;
        self.unended = false;
        Ok(())
    }

    /// Copies the bytes behind the last line into a file of their own, and only then takes them off.
    fn set_aside(&mut self, length: u64) -> Result<Torn, Error> {
        let failed = |path: &Path, error| Error::lost("set aside the torn end of", path, error);
        let mut torn = Vec::new();
        self.file.seek(SeekFrom::Start(self.end)).map_err(|error| failed(&self.path, error))?;
        io::Read::read_to_end(&mut io::Read::take(&self.file, length), &mut torn)
            .map_err(|error| failed(&self.path, error))?;
        let kept = self.keep(&torn).map_err(|error| failed(&self.path, error))?;
        sync_folder(&self.path)?;
        self.file.set_len(self.end).map_err(|error| failed(&self.path, error))?;
        self.file.sync_all().map_err(|error| failed(&self.path, error))?;
        Ok(Torn { length, kept: Some(kept) })
    }

    fn keep(&self, torn: &[u8]) -> io::Result<PathBuf> {
        for number in 1_u32.. {
            let mut name = self.path.clone().into_os_string();
            name.push(format!(".torn-{}-{number}", self.end));
            let kept = PathBuf::from(name);
            match OpenOptions::new().write(true).create_new(true).open(&kept) {
                Ok(mut file) => {
                    file.write_all(torn)?;
                    file.sync_all()?;
                    return Ok(kept);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Writes one line and waits until it is on the medium. A line that cannot be written whole is taken back.
    fn write(&mut self, line: &[u8]) -> Result<(), Error> {
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line);
        bytes.push(b'\n');
        // The file is open for appending: whatever was read, the bytes go to its end.
        let written = self.file.write_all(&bytes).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // Where this fails as well, the next writer sets aside what is left of the line.
            let _ = self.file.set_len(self.end).and_then(|()| self.file.sync_all());
            return Err(Error::lost("append to", &self.path, error)
                .hint("the line was not acknowledged; what was acknowledged before stands"));
        }
        self.end += bytes.len() as u64;
        self.lines += 1;
        Ok(())
    }
}

/// Tells whether the bytes are a line that lacks nothing but its end: no beginning of an object is an object.
fn is_whole(line: &[u8]) -> bool {
    Parser::with_limits(Limits { bytes: LONGEST as usize, ..Limits::default() }).parse(line).is_ok()
}

/// A journal that no other process appends to while this lives.
#[derive(Debug)]
pub struct Held<'j> {
    journal: &'j mut Journal,
    torn: Option<Torn>,
}

impl Held<'_> {
    /// What a writer that died had left, and where it is kept now.
    pub fn torn(&self) -> Option<&Torn> {
        self.torn.as_ref()
    }

    /// Appends one line, durable when this returns: a JSON object without line feed.
    ///
    /// # Errors
    ///
    /// Of storage: the line is then not acknowledged, and a state that already counts it has to be read again.
    pub fn append(&mut self, line: &[u8]) -> Result<(), Error> {
        if line.contains(&b'\n') {
            return Err(Error::new(
                ErrorKind::Input,
                "line_broken",
                "a line of a journal holds no line feed",
            ));
        }
        self.journal.write(line)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // Closing the file gives the lock back too.
        let _ = self.journal.file.unlock();
    }
}
