//! Examines sources on several threads and reconstructs the view; the result does not depend on their number.
//!
//! Each thread owns one `Examiner`, a pure function of one source, so that all that threads decide is the order of
//! arrival, which no reading looks at (TMPA 9.9). A file is read, examined and let go by the same thread; a large file
//! of lines is read in windows whose pieces the threads share.

use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use actum_canon::encode::Sink;
use actum_canon::json::Parser;
use actum_tmpa::{
    Candidate, Examiner, InputBundle, ReaderIdentity, Reconstruction, Source, Spread, reconstruct_by,
    reconstruct_with,
};

use crate::bundle::Bundle;
use crate::error::Error;
use crate::evidence::lines::{Window, Windows};
use crate::evidence::{self, Content, Evidence, Framing, Item, LARGEST, is_json, source, unreadable, whole};
use crate::ledger::Ledger;
use crate::project::{Claimed, Projections};
use crate::threads::Threads;

/// Items that a thread takes at once.
const BATCH: usize = 32;
/// Files of lines above this size are shared between threads, in bytes.
const SHARED_FROM: u64 = 4 * 1024 * 1024;
/// What a thread takes of a shared window at once, in bytes.
const PIECE: usize = 256 * 1024;

/// How to read; nothing here changes the result.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Number of threads; by default as many as the machine offers.
    pub threads: Option<NonZeroUsize>,
    /// Called now and then, from any thread, with the number of sources examined so far.
    pub progress: Option<&'a (dyn Fn(usize) + Sync)>,
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Options").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// This reader as part of the fixed input: a new version is a new input and its results are compared only with its
/// own (TMPA 8.1).
pub fn reader() -> ReaderIdentity {
    ReaderIdentity { id: "actum".into(), version: env!("CARGO_PKG_VERSION").into() }
}

/// Reads the evidence in `folder` under the profile at `profile`.
///
/// ```
/// # let home = std::env::temp_dir().join(format!("actum-doc-{}", std::process::id()));
/// # let _ = std::fs::remove_dir_all(&home);
/// let (folder, profile) = (home.join("evidence"), home.join("profile"));
/// std::fs::create_dir_all(&folder)?;
/// actum::write_starter(&profile)?;
/// std::fs::write(folder.join("broken.json"), "{\"id\":")?;
///
/// let view = actum::read_folder(&folder, &profile)?;
/// assert_eq!(view.judgment(), actum::tmpa::Judgment::Invalid);
/// assert!(view.issues().any(|issue| issue.source_id == "broken.json"));
/// # std::fs::remove_dir_all(&home)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Where the profile or a file cannot be read or used; never for what the evidence says.
pub fn read_folder(folder: &Path, profile: &Path) -> Result<Reconstruction, Error> {
    let bundle = Bundle::open(profile)?;
    let input = bundle.input(reader())?;
    let options = evidence::Options { profile: Some(&bundle), ..Default::default() };
    read(&input, &Evidence::gather(&[folder], options)?, Options::default())
}

/// Reads the evidence under a fixed input bundle.
///
/// # Errors
/// Where a file can no longer be read; never for what the evidence says.
pub fn read(input: &InputBundle, evidence: &Evidence, options: Options<'_>) -> Result<Reconstruction, Error> {
    let run = Run {
        input,
        projections: Projections::of(input.profile()),
        progress: options.progress,
        examined: AtomicUsize::new(0),
        threads: Threads::asked(options.threads),
    };
    let (mut found, shared, passed_over) = run.items(&evidence.items)?;
    for item in shared {
        run.lines(item, &mut found)?;
    }
    let Found { mut candidates, claimed } = found;
    let (beside, outside) = run.projections.project(input, claimed, &mut candidates);
    evidence.passed_over.store(passed_over + outside, Ordering::Relaxed);
    Ok(reconstruct_by(input, candidates, beside, &run.threads))
}

/// Reads sources that are at hand, in one thread, as [`read`] reads files: with the projections of the profile.
#[must_use]
pub fn read_sources<'s>(
    input: &InputBundle,
    sources: impl IntoIterator<Item = Source<'s>>,
) -> Reconstruction {
    let run = Run {
        input,
        projections: Projections::of(input.profile()),
        progress: None,
        examined: AtomicUsize::new(0),
        threads: Threads::ONE,
    };
    let mut part = Part::default();
    let mut thread = run.thread();
    sources.into_iter().for_each(|source| thread.one(source, &mut part));
    let Found { mut candidates, claimed } = part.found;
    let (beside, _) = run.projections.project(input, claimed, &mut candidates);
    reconstruct_with(input, candidates, beside)
}

/// Writes the canonical envelope, and nothing else (TMPA 8.2); on as many threads as the machine offers.
///
/// # Errors
/// As `out` does.
pub fn write_canonical(view: &Reconstruction, out: &mut dyn Write) -> io::Result<()> {
    write_canonical_on(view, out, None)
}

/// As [`write_canonical`], on so many threads.
///
/// # Errors
/// As `out` does.
pub fn write_canonical_on(
    view: &Reconstruction,
    out: &mut dyn Write,
    threads: Option<NonZeroUsize>,
) -> io::Result<()> {
    struct Stream<'w>(&'w mut dyn Write);
    impl Sink for Stream<'_> {
        type Error = io::Error;
        fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
            self.0.write_all(bytes)
        }
    }
    view.write_by(&mut Stream(out), &Threads::asked(threads))
}

struct Run<'a> {
    input: &'a InputBundle,
    projections: Projections,
    progress: Option<&'a (dyn Fn(usize) + Sync)>,
    examined: AtomicUsize,
    threads: Threads,
}

impl Run<'_> {
    /// Examines every item except large files and streams of lines, which it gives back to be shared; counts the entries of
    /// ledgers that are no evidence.
    fn items<'e>(&self, items: &'e [Item]) -> Result<(Found, Vec<&'e Item>, usize), Error> {
        let parts = self.spread(items, BATCH, |thread, item, part: &mut Part<'e>| {
            if let Err(error) = thread.item(item, part) {
                part.failed.get_or_insert(error);
            }
        });
        let mut found = Found::default();
        found.candidates.reserve(parts.iter().map(|part| part.found.candidates.len()).sum());
        let mut shared = Vec::new();
        let mut passed_over = 0;
        for mut part in parts {
            if let Some(error) = part.failed {
                return Err(error);
            }
            found.append(&mut part.found);
            shared.append(&mut part.shared);
            passed_over += part.passed_over;
        }
        Ok((found, shared, passed_over))
    }

    /// Examines one large file or stream of lines.
    fn lines(&self, item: &Item, found: &mut Found) -> Result<(), Error> {
        let path = match &item.content {
            Content::File(path) => path,
            Content::Bytes(bytes) => {
                self.window(item, Window { bytes, first_line: 1 }, found);
                return Ok(());
            }
            // Its entries are shared as they are.
            Content::Entries(..) => return Ok(()),
        };
        let file = File::open(path).map_err(|error| Error::lost("open", path, error))?;
        let mut windows = Windows::new(file, LARGEST);
        while let Some(window) = windows.next().map_err(|error| unreadable(item, path, error))? {
            self.window(item, window, found);
        }
        Ok(())
    }

    fn window(&self, item: &Item, window: Window<'_>, found: &mut Found) {
        let pieces = window.pieces(PIECE);
        for mut part in self.spread(&pieces, 1, |thread, piece, part| thread.window(item, *piece, part)) {
            found.append(&mut part.found);
        }
    }

    fn thread(&self) -> Thread<'_> {
        Thread {
            run: self,
            examiner: Examiner::new(self.input),
            parser: Parser::new(),
            id: String::new(),
            ledger: None,
        }
    }

    /// Lets the threads take `batch` of `work` at a time; gives what each of them made.
    fn spread<'e, W: Sync>(
        &self,
        work: &'e [W],
        batch: usize,
        examine: impl Fn(&mut Thread<'_>, &'e W, &mut Part<'e>) + Sync,
    ) -> Vec<Part<'e>> {
        let next = AtomicUsize::new(0);
        let one = || {
            let mut part = Part::default();
            let mut thread = self.thread();
            loop {
                let start = next.fetch_add(batch, Ordering::Relaxed);
                let taken = work.get(start..work.len().min(start + batch)).unwrap_or_default();
                if taken.is_empty() || part.failed.is_some() {
                    return part;
                }
                for one in taken {
                    examine(&mut thread, one, &mut part);
                }
            }
        };
        let threads = self.threads.width().min(work.len().div_ceil(batch));
        if threads <= 1 {
            return vec![one()];
        }
        thread::scope(|scope| {
            // Where the system has no thread left to give, those that there are do the work.
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, one).ok();
            let others: Vec<_> = (1..threads).map_while(spawn).collect();
            let mut parts = vec![one()];
            for other in others {
                match other.join() {
                    Ok(part) => parts.push(part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            parts
        })
    }
}

/// What the sources are: candidates of their own, or claimed by a projection.
#[derive(Default)]
struct Found {
    candidates: Vec<Candidate>,
    claimed: Vec<Claimed>,
}

impl Found {
    fn append(&mut self, other: &mut Self) {
        self.candidates.append(&mut other.candidates);
        self.claimed.append(&mut other.claimed);
    }
}

/// What one thread made.
#[derive(Default)]
struct Part<'e> {
    found: Found,
    shared: Vec<&'e Item>,
    passed_over: usize,
    failed: Option<Error>,
}

struct Thread<'a> {
    run: &'a Run<'a>,
    examiner: Examiner<'a>,
    parser: Parser,
    id: String,
    /// The ledger that was read last: a handle is one thread's.
    ledger: Option<Ledger>,
}

impl Thread<'_> {
    fn item<'e>(&mut self, item: &'e Item, part: &mut Part<'e>) -> Result<(), Error> {
        match (&item.content, item.framing) {
            (Content::Bytes(bytes), Framing::Whole) => self.one(item.source(bytes), part),
            (Content::Bytes(_), Framing::Lines) => part.shared.push(item),
            (Content::Entries(database, run), _) => return self.entries(database, run.clone(), part),
            (Content::File(path), framing) => {
                let file = File::open(path).map_err(|error| Error::lost("open", path, error))?;
                if framing == Framing::Lines && file.metadata().is_ok_and(|data| data.len() > SHARED_FROM) {
                    part.shared.push(item);
                    return Ok(());
                }
                match framing {
                    Framing::Whole => {
                        let bytes = whole(file, item, path)?;
                        self.one(item.source(&bytes), part);
                    }
                    Framing::Lines => {
                        let mut windows = Windows::new(file, LARGEST);
                        while let Some(window) =
                            windows.next().map_err(|error| unreadable(item, path, error))?
                        {
                            self.window(item, window, part);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn entries(&mut self, database: &Path, run: Range<u64>, part: &mut Part<'_>) -> Result<(), Error> {
        let ledger = match self.ledger.take().filter(|ledger| ledger.database() == database) {
            Some(ledger) => ledger,
            None => Ledger::open_to_read(database)?,
        };
        ledger.run(run, |entry| {
            if is_json(entry.media_type()) || self.run.projections.reads_file(entry.source_id()) {
                self.one(source(entry), part);
            } else {
                part.passed_over += 1;
            }
            Ok(())
        })?;
        self.ledger = Some(ledger);
        Ok(())
    }

    fn window(&mut self, item: &Item, window: Window<'_>, part: &mut Part<'_>) {
        let mut id = std::mem::take(&mut self.id);
        for (number, line) in window.lines() {
            id.clear();
            id.push_str(&item.id);
            id.push('#');
            id.push_str(&number.to_string());
            self.one(Source { id: &id, ..item.source(line) }, part);
        }
        self.id = id;
    }

    fn one(&mut self, source: Source<'_>, part: &mut Part<'_>) {
        if !self.run.projections.reads(source.media_type) {
            part.passed_over += 1;
            return;
        }
        match self.run.projections.claim(&mut self.parser, source) {
            Some(claimed) => part.found.claimed.push(claimed),
            None => part.found.candidates.push(self.examiner.examine(source)),
        }
        let examined = self.run.examined.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(progress) = self.run.progress.filter(|_| examined.is_multiple_of(1024)) {
            progress(examined);
        }
    }
}
