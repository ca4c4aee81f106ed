//! [`Store`]: results in a file, line by line as they come, so that a comparison that was ended at any moment
//! can go on.
//!
//! The first line says which comparison it is, in full; every other line that is not empty is one result. A
//! line is written at once and ends with a line break, so only the last one can be torn; it is dropped, and
//! its job done again.

use super::work::Work;
use crate::bounded::{LARGEST, read_file, read_open};
use crate::format::place;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, Read as _, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// The first line of a file of results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header<W> {
    /// The version of these files.
    pub anyply_comparison: u32,
    /// The [identity](Work::identity) of the plan.
    pub experiment: String,
    /// The plan.
    pub plan: W,
}

impl<W: Work> Header<W> {
    /// The version written.
    pub const VERSION: u32 = 1;

    /// The header of a plan's results.
    pub fn new(plan: &W) -> Self {
        Self { anyply_comparison: Self::VERSION, experiment: plan.identity(), plan: plan.clone() }
    }

    fn line(&self) -> String {
        serde_json::to_string(self).expect("a plan is a plain structure") + "\n"
    }
}

/// What the first line says whatever else it does.
#[derive(Deserialize)]
struct Version {
    anyply_comparison: u32,
}

/// Why results cannot be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be read.
    #[error("cannot read '{}': {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file cannot be written: the disk is full, perhaps.
    #[error("cannot write '{}': {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another run is adding its results.
    #[error("another run is writing '{}'; it is left as it is", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A line is not what it should be.
    #[error("{}:{line}:{column}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The results of something else.
    #[error(
        "{}:1:1: the results of another experiment ('{found}', not '{expected}'), left as they are; take another place, or remove them",
        path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// Its experiment.
        found: String,
        /// The one asked for.
        expected: String,
    },
}

/// A file of results, open at its end, and nobody else's as long as that lasts.
#[derive(Debug)]
pub struct Store<W> {
    path: PathBuf,
    file: File,
    plan: PhantomData<W>,
}

impl<W: Work> Store<W> {
    /// Opens the file of a plan, or begins it; with the results that are there already, each of which must
    /// pass the `check`.
    ///
    /// # Errors
    /// [`StoreError`]; the file is untouched then, but for a line that was torn.
    pub fn open(
        path: &Path,
        plan: &W,
        check: Check<W::Result>,
    ) -> Result<(Self, Vec<W::Result>), StoreError> {
        let unwritable = |error| StoreError::Write { path: path.to_owned(), error };
        let mut options = OpenOptions::new();
        // Not opened to append: Windows then refuses to shorten it.
        let file =
            options.read(true).write(true).create(true).truncate(false).open(path).map_err(unwritable)?;
        let mut store = Self { path: path.to_owned(), file, plan: PhantomData };
        // What is not a plain file has no end to read to, or to begin at.
        let plain = store.file.metadata().map_err(unwritable)?.is_file();
        // Where the system has no locks, there is no telling. The lock ends with the program, however that
        // ends.
        if plain && matches!(store.file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(StoreError::Busy { path: store.path });
        }
        let text = if plain { store.text()? } else { String::new() };
        let header = Header::new(plan);
        let begun = header.line();
        if !text.contains('\n') && begun.starts_with(&text) {
            if plain {
                store.file.set_len(0).map_err(unwritable)?;
            }
            store.write(&begun)?;
            return Ok((store, Vec::new()));
        }
        let (found, results) = parse::<W>(path, &text, check, &mut None)?;
        // The plan may say another place of the same files.
        if found.experiment != header.experiment {
            let (found, expected) = (found.experiment, header.experiment);
            return Err(StoreError::Other { path: path.to_owned(), found, expected });
        }
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        store.file.set_len(whole as u64).map_err(unwritable)?;
        Ok((store, results))
    }

    fn text(&mut self) -> Result<String, StoreError> {
        let unreadable = |error| StoreError::Read { path: self.path.clone(), error };
        self.file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        let bytes = read_open(&mut self.file).map_err(unreadable)?;
        whole_text(&self.path, bytes)
    }

    /// Adds a result. When this returns the system has it: it survives the end of the program.
    ///
    /// # Errors
    /// [`StoreError::Write`]; what was written before stays.
    pub fn append(&mut self, result: &W::Result) -> Result<(), StoreError> {
        let line = serde_json::to_string(result).expect("a result is a plain structure") + "\n";
        self.write(&line)
    }

    fn write(&mut self, line: &str) -> Result<(), StoreError> {
        // Others may have written to it, where the system has no locks. What is not a plain file has no end
        // to go to.
        let end = self.file.seek(SeekFrom::End(0));
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| {
            // Where a part of the line stayed, another line might be added to it.
            let _ = end.and_then(|end| self.file.set_len(end));
            StoreError::Write { path: self.path.clone(), error }
        })
    }
}

/// The jobs of a plan by their identities. These take a while to make where there are many: files of one plan
/// are read with the same ones.
#[derive(Debug)]
pub struct Known<W: Work> {
    experiment: String,
    jobs: HashMap<String, W::Job>,
}

impl<W: Work> Known<W> {
    fn of(Header { experiment, plan, .. }: &Header<W>) -> Self {
        let jobs = plan.jobs().into_iter().map(|job| (W::identity_of(&job), job));
        Self { experiment: experiment.clone(), jobs: jobs.collect() }
    }
}

/// What a file of results says.
pub type Read<W> = (Header<W>, Vec<<W as Work>::Result>);

/// What is wrong with a result, as far as more than the plan is needed to see it.
pub type Check<R> = fn(&R) -> Result<(), String>;

/// Reads a file of results, a torn last line apart, each of which must pass the `check`. The jobs of its plan
/// are those `known` from another file of it, or are made known.
///
/// # Errors
/// [`StoreError`] with the place.
pub fn read<W: Work>(
    path: &Path,
    check: Check<W::Result>,
    known: &mut Option<Known<W>>,
) -> Result<Read<W>, StoreError> {
    let bytes = read_file(path).map_err(|error| StoreError::Read { path: path.to_owned(), error })?;
    parse(path, &whole_text(path, bytes)?, check, known)
}

/// Whether a file begins as one of results of this kind does.
pub fn holds<W: Work>(path: &Path) -> bool {
    header::<W>(path).is_some()
}

/// What a file of results of this kind begins with; nothing if it is none.
pub fn header<W: Work>(path: &Path) -> Option<Header<W>> {
    let file = File::open(path).ok()?;
    let first = io::BufReader::new(file.take(LARGEST)).lines().next()?.ok()?;
    serde_json::from_str(&first).ok()
}

fn whole_text(path: &Path, bytes: Vec<u8>) -> Result<String, StoreError> {
    String::from_utf8(bytes).or_else(|error| {
        let fault = error.utf8_error();
        let mut bytes = error.into_bytes();
        if fault.error_len().is_none() {
            // The last line may be torn within a character.
            bytes.truncate(fault.valid_up_to());
            return Ok(String::from_utf8(bytes).expect("valid up to there"));
        }
        let (line, column) = place(&bytes, fault.valid_up_to());
        let (path, problem) = (path.to_owned(), "not text".to_owned());
        Err(StoreError::Line { path, line: line + 1, column: column + 1, problem })
    })
}

fn parse<W: Work>(
    path: &Path,
    text: &str,
    check: Check<W::Result>,
    known: &mut Option<Known<W>>,
) -> Result<Read<W>, StoreError> {
    let wrong = |line: usize, column: usize, problem: String| StoreError::Line {
        path: path.to_owned(),
        line,
        column,
        problem,
    };
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let mut lines = (1..).zip(whole.lines());
    let Some((_, first)) = lines.next() else {
        return Err(wrong(1, 1, "not a file of results: expected the line that begins one".to_owned()));
    };
    let version: Result<Version, _> = serde_json::from_str(first);
    let current = Header::<W>::VERSION;
    let what = match version {
        Ok(Version { anyply_comparison: version }) if version != current => {
            return Err(wrong(
                1,
                1,
                format!("version {version} of such files: this program reads {current}"),
            ));
        }
        Ok(_) => "not results of this command",
        Err(_) => "not a file of results",
    };
    let header: Header<W> = serde_json::from_str(first)
        .map_err(|error| wrong(1, error.column().max(1), format!("{what}: {}", said(&error))))?;
    if header.experiment != header.plan.identity() {
        return Err(wrong(
            1,
            1,
            "the line that says which experiment it is was damaged or edited".to_owned(),
        ));
    }
    let Known { jobs, .. } = match known.take() {
        Some(same) if same.experiment == header.experiment => known.insert(same),
        _ => known.insert(Known::of(&header)),
    };
    let mut seen = HashSet::new();
    let mut results = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let result: W::Result =
            serde_json::from_str(line).map_err(|error| wrong(number, error.column().max(1), said(&error)))?;
        let job = W::job_of(&result);
        let Some(described) = jobs.get(job) else {
            return Err(wrong(number, 1, format!("'{job}': no job of this experiment")));
        };
        if !W::is_plausible(described, &result) {
            return Err(wrong(number, 1, "it contradicts itself, or its job: damaged or edited".to_owned()));
        }
        check(&result).map_err(|problem| wrong(number, 1, format!("{problem}: damaged or edited")))?;
        if seen.insert(job.to_owned()) {
            results.push(result);
        }
    }
    Ok((header, results))
}

// What is wrong, without the place within the line, which is told apart.
fn said(error: &serde_json::Error) -> String {
    let said = error.to_string();
    said.rsplit_once(" at line").map_or(said.as_str(), |(said, _)| said).to_owned()
}
