//! Lines in a file, and what a writer that died left of one.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use actum_canon::json::{Limits, Parser};

use super::{Each, Kind, Line, Spot, Torn, lock};
use crate::error::{Error, ErrorKind};
use crate::output::sync_folder;

/// The longest line that is read: an artifact of the greatest size with room for what stands around it.
const LONGEST: u64 = 64 * 1024 * 1024;

/// An open file of lines, and how far it was read.
#[derive(Debug)]
pub(super) struct Lines {
    path: PathBuf,
    kind: Kind,
    file: File,
    /// Past the last whole line that was read.
    end: u64,
    count: u64,
    /// The last line that was read has no end of line yet.
    unended: bool,
}

impl Lines {
    /// Makes an empty journal. The file, its first line and its name are durable when this returns.
    ///
    /// A file of that name is a conflict, and is not touched.
    pub(super) fn create(path: &Path, kind: Kind) -> Result<Self, Error> {
        let file = match OpenOptions::new().read(true).append(true).create_new(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let message = format!("`{}` is already there", path.display());
                return Err(Error::new(ErrorKind::Conflict, "journal_exists", message)
                    .hint("nothing was written; go on with that journal, or name another file"));
            }
            Err(error) => return Err(Error::io("create", path, error)),
        };
        let mut lines = Self { path: path.to_owned(), kind, file, end: 0, count: 0, unended: false };
        // Writes the first line, unless another process was faster.
        lines.hold(&mut |_| Ok(()))?;
        Ok(lines)
    }

    /// Opens a journal for reading and appending. Nothing is read yet.
    pub(super) fn open(path: &Path, kind: Kind) -> Result<Self, Error> {
        Self::with(OpenOptions::new().read(true).append(true), path, kind)
    }

    /// Opens a journal for reading, where even the medium may be read-only.
    pub(super) fn open_to_read(path: &Path, kind: Kind) -> Result<Self, Error> {
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
            Ok(file) => Ok(Self { path: path.to_owned(), kind, file, end: 0, count: 0, unended: false }),
            Err(error) => Err(Error::io("open", path, error)),
        }
    }

    /// Reads every whole line that was not read yet, while no process appends.
    pub(super) fn read(&mut self, each: Each<'_>) -> Result<Option<Torn>, Error> {
        lock::wait(&self.file, &self.path, File::try_lock_shared)?;
        let read = self.catch_up(each);
        self.file.unlock().map_err(|error| Error::lost("unlock", &self.path, error))?;
        let length = read?;
        Ok((length > 0).then_some(Torn { length, kept: None }))
    }

    /// Waits until no other process appends, reads what was not read yet, and keeps the others waiting until the
    /// result is dropped.
    pub(super) fn hold(&mut self, each: Each<'_>) -> Result<HeldLines<'_>, Error> {
        lock::wait(&self.file, &self.path, File::try_lock)?;
        // Made first, so that the lock is given back on every way out.
        let mut held = HeldLines { lines: self, torn: None };
        let length = held.lines.catch_up(each)?;
        if held.lines.count == 0 {
            // Whoever made the file died over its first line.
            held.lines.restart()?;
        } else if held.lines.unended {
            held.lines.end_line()?;
        } else if length > 0 {
            held.torn = Some(held.lines.set_aside(length)?);
        }
        Ok(held)
    }

    /// Reads whole lines from where reading ended, and counts the bytes behind the last one.
    fn catch_up(&mut self, each: Each<'_>) -> Result<u64, Error> {
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
                        self.unreadable(format!("line {} is longer than {LONGEST} bytes", self.count + 1))
                    );
                }
                if self.count == 0 && !self.kind.header().as_bytes().starts_with(&line) {
                    return Err(self.unreadable(format!("its first line is not `{}`", self.kind.header())));
                }
                if self.count == 0 || !is_whole(&line) {
                    return Ok(taken);
                }
            }
            if self.count == 0 && line != self.kind.header().as_bytes() {
                return Err(self.unreadable(format!("its first line is not `{}`", self.kind.header())));
            }
            if self.count > 0 {
                each(Line { spot: Spot::Line(&self.path, self.count + 1), bytes: &line })?;
            }
            self.end += taken;
            self.count += 1;
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
        self.count += 1;
        Ok(())
    }
}

/// Tells whether the bytes are a line that lacks nothing but its end: no beginning of an object is an object.
fn is_whole(line: &[u8]) -> bool {
    Parser::with_limits(Limits { bytes: LONGEST as usize, ..Limits::default() }).parse(line).is_ok()
}

/// A file that no other process appends to while this lives.
#[derive(Debug)]
pub(super) struct HeldLines<'j> {
    lines: &'j mut Lines,
    torn: Option<Torn>,
}

impl HeldLines<'_> {
    pub(super) fn torn(&self) -> Option<&Torn> {
        self.torn.as_ref()
    }

    pub(super) fn append(&mut self, line: &[u8]) -> Result<(), Error> {
        self.lines.write(line)
    }
}

impl Drop for HeldLines<'_> {
    fn drop(&mut self) {
        // Closing the file gives the lock back too.
        let _ = self.lines.file.unlock();
    }
}
