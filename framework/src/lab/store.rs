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
    /// Opens the file of a plan, whose `jobs` these are, or begins it; with the results that are there
    /// already, each of which must pass the `check`.
    ///
    /// # Errors
    /// [`StoreError`]; the file is untouched then, but for a line that was torn.
    pub fn open(
        path: &Path,
        plan: &W,
        jobs: &PlanJobs<W>,
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
        let file = ResultsFile::<W>::new(path, text)?;
        // The plan may say another place of the same files.
        if file.header.experiment != header.experiment {
            let (found, expected) = (file.header.experiment, header.experiment);
            return Err(StoreError::Other { path: path.to_owned(), found, expected });
        }
        let results = file.results(jobs, check)?;
        store.file.set_len(file.whole().len() as u64).map_err(unwritable)?;
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

/// The jobs of a plan, each with its identity. These take a while to make where there are many: made once,
/// they serve all files of the plan.
#[derive(Debug)]
pub struct PlanJobs<W: Work> {
    jobs: Vec<(String, W::Job)>,
    places: HashMap<String, usize>,
}

impl<W: Work> PlanJobs<W> {
    /// Those of this plan.
    pub fn of(plan: &W) -> Self {
        let jobs: Vec<_> = plan.jobs().into_iter().map(|job| (W::identity_of(&job), job)).collect();
        let places = (0..).zip(&jobs).map(|(place, (identity, _))| (identity.clone(), place)).collect();
        Self { jobs, places }
    }

    /// All of them, in the order of the results.
    pub fn all(&self) -> impl Iterator<Item = (&str, &W::Job)> {
        self.jobs.iter().map(|(identity, job)| (identity.as_str(), job))
    }

    fn get(&self, identity: &str) -> Option<&W::Job> {
        self.places.get(identity).map(|&place| &self.jobs[place].1)
    }
}

/// What is wrong with a result, as far as more than the plan is needed to see it.
pub type Check<R> = fn(&R) -> Result<(), String>;

/// Reads a file of results as far as it says of which plan they are.
///
/// # Errors
/// [`StoreError`] with the place.
pub fn read<W: Work>(path: &Path) -> Result<ResultsFile<W>, StoreError> {
    let bytes = read_file(path).map_err(|error| StoreError::Read { path: path.to_owned(), error })?;
    ResultsFile::new(path, whole_text(path, bytes)?)
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
        Err(wrong_line(path, line + 1, column + 1, "not text".to_owned()))
    })
}

/// A file of results that was read.
#[derive(Debug)]
pub struct ResultsFile<W> {
    /// Its first line.
    pub header: Header<W>,
    path: PathBuf,
    text: String,
}

impl<W: Work> ResultsFile<W> {
    fn new(path: &Path, text: String) -> Result<Self, StoreError> {
        let wrong = |column: usize, problem: String| wrong_line(path, 1, column, problem);
        let Some((first, _)) = text.split_once('\n') else {
            return Err(wrong(1, "not a file of results: expected the line that begins one".to_owned()));
        };
        let version: Result<Version, _> = serde_json::from_str(first);
        let current = Header::<W>::VERSION;
        let what = match version {
            Ok(Version { anyply_comparison: version }) if version != current => {
                return Err(wrong(
                    1,
                    format!("version {version} of such files: this program reads {current}"),
                ));
            }
            Ok(_) => "not results of this command",
            Err(_) => "not a file of results",
        };
        let header: Header<W> = serde_json::from_str(first)
            .map_err(|error| wrong(error.column().max(1), format!("{what}: {}", said(&error))))?;
        if header.experiment != header.plan.identity() || !header.plan.holds_together() {
            return Err(wrong(
                1,
                "the line that says which experiment it is was damaged or edited".to_owned(),
            ));
        }
        Ok(Self { header, path: path.to_owned(), text })
    }

    // Without a torn last line.
    fn whole(&self) -> &str {
        &self.text[..self.text.rfind('\n').map_or(0, |end| end + 1)]
    }

    /// The results, a torn last line apart, each of which must be of one of the `jobs` of the plan and pass
    /// the `check`.
    ///
    /// # Errors
    /// [`StoreError`] with the place.
    pub fn results(&self, jobs: &PlanJobs<W>, check: Check<W::Result>) -> Result<Vec<W::Result>, StoreError> {
        let wrong =
            |line: usize, column: usize, problem: String| wrong_line(&self.path, line, column, problem);
        let mut seen = HashSet::new();
        let mut results = Vec::new();
        let lines = (1..).zip(self.whole().lines()).skip(1);
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let result: W::Result = serde_json::from_str(line)
                .map_err(|error| wrong(number, error.column().max(1), said(&error)))?;
            let job = W::job_of(&result);
            let Some(described) = jobs.get(job) else {
                return Err(wrong(number, 1, format!("'{job}': no job of this experiment")));
            };
            if !W::is_plausible(described, &result) {
                return Err(wrong(
                    number,
                    1,
                    "it contradicts itself, or its job: damaged or edited".to_owned(),
                ));
            }
            check(&result).map_err(|problem| wrong(number, 1, format!("{problem}: damaged or edited")))?;
            if seen.insert(job.to_owned()) {
                results.push(result);
            }
        }
        Ok(results)
    }
}

fn wrong_line(path: &Path, line: usize, column: usize, problem: String) -> StoreError {
    StoreError::Line { path: path.to_owned(), line, column, problem }
}

// What is wrong, without the place within the line, which is told apart.
fn said(error: &serde_json::Error) -> String {
    let said = error.to_string();
    said.rsplit_once(" at line").map_or(said.as_str(), |(said, _)| said).to_owned()
}
