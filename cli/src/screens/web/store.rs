//! [`Store`]: a file for each game, there whole or not at all.

use super::hosted::{Hosted, Kept};
use super::id::Id;
use crate::whole;
use anyhow::{Context, Result, anyhow};
use anyply_framework::settings;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

const ENDING: &str = "ron";
// What `whole` writes before it gives a file its name.
const TORN: &str = ".anyply-";

// How often it is looked whether another server is gone, and how long is waited in between.
const LOOKS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// The folder of the games.
#[derive(Debug)]
pub(super) struct Store {
    folder: PathBuf,
    /// Nobody else's as long as this is held.
    _lock: File,
}

/// A game that was kept.
pub(super) struct Found {
    pub(super) id: Id,
    pub(super) hosted: Hosted,
    /// When it was kept.
    pub(super) changed: SystemTime,
}

impl Store {
    /// Opens the folder, or makes it, and clears away what a sudden end has left half written.
    ///
    /// # Errors
    /// It cannot be written, or another server uses it.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        let about = || format!("the folder of the games '{}'", folder.display());
        fs::create_dir_all(folder).with_context(about)?;
        let lock = File::create(folder.join("lock")).with_context(about)?;
        if is_taken(&lock) {
            return Err(anyhow!("{}: another anyply serve uses it", about()));
        }
        for entry in fs::read_dir(folder).with_context(about)?.flatten() {
            if entry.file_name().to_string_lossy().starts_with(TORN) {
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(Self { folder: folder.to_owned(), _lock: lock })
    }

    /// Every game that is kept, and what is wrong with files that hold none; those are left as they are.
    pub(super) fn read(&self) -> (Vec<Found>, Vec<String>) {
        let (mut games, mut faults) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path.file_stem().and_then(|stem| Id::read(&stem.to_string_lossy()));
            let Some(id) = name.filter(|_| path.extension().is_some_and(|end| end == ENDING)) else {
                continue;
            };
            let changed = entry.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            match hosted(&path) {
                Ok(hosted) => games.push(Found { id, hosted, changed }),
                Err(problem) => faults.push(format!("'{}' is left alone: {problem:#}", path.display())),
            }
        }
        (games, faults)
    }

    /// Writes a game in the place of what was kept of it.
    ///
    /// # Errors
    /// Why not; what was there is there still.
    pub(super) fn write(&self, id: &Id, hosted: &mut Hosted) -> Result<()> {
        whole::write(&self.path(id), settings::to_ron(&hosted.kept()).as_bytes())
    }

    /// Forgets a game.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn remove(&self, id: &Id) -> Result<()> {
        let path = self.path(id);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(anyhow!(error).context(format!("cannot remove '{}'", path.display())))
            }
            _ => Ok(()),
        }
    }

    fn path(&self, id: &Id) -> PathBuf {
        self.folder.join(format!("{id}.{ENDING}"))
    }
}

// Whether somebody else has it, and keeps it: one that was killed a moment ago may not be quite gone. Where
// the system has no locks, there is no telling.
fn is_taken(lock: &File) -> bool {
    (0..LOOKS).all(|look| {
        thread::sleep(look.min(1) * PAUSE);
        matches!(lock.try_lock(), Err(TryLockError::WouldBlock))
    })
}

fn hosted(path: &Path) -> Result<Hosted> {
    let text = fs::read_to_string(path)?;
    let kept: Kept = settings::from_ron("", &text)?;
    Hosted::from_kept(kept).map_err(anyhow::Error::msg)
}
