//! Programs of others that tests talk to, where they are installed, and their files, where they lie beside
//! the project.

use std::env;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

/// Where it is set, as the checks of every change do, no program may be missing: a test that was passed over
/// has checked nothing.
const ALL: &str = "ANYPLY_TEST_ALL";

/// Says that a test is passed over because something is not installed; `from` says where it is to be had.
///
/// # Panics
/// If nothing may be missing.
pub fn passed_over(what: &str, from: &str) {
    assert!(env::var_os(ALL).is_none(), "{what} is not installed ({from}), and {ALL} is set");
    skipped(&format!("{what} is not installed ({from})"));
}

fn skipped(why: &str) {
    // Not by a macro, whose text the test runner would keep to itself.
    let _ = writeln!(stderr(), "skipped: {why}");
}

/// Where a file of others is that lies beside the project, in `shared/data`; else what it is for is to be
/// passed over, and that is said. A clone alone has none of them, so that they may always be missing.
pub fn beside(file: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(file);
    if !path.is_file() {
        skipped(&format!("{} is not there", path.display()));
        return None;
    }
    Some(path)
}

/// Where a program is, by whichever of its names, if it is installed; else the test is to be passed over.
///
/// # Panics
/// If nothing may be missing, and it is.
pub fn installed(names: &[&str], from: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let cargo = env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo = cargo.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    // Not everybody's path leads there.
    let more = [Some(PathBuf::from("/usr/games")), cargo.map(|home| home.join("bin"))];
    let folders = env::split_paths(&path).chain(more.into_iter().flatten());
    let mut files = folders.flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    let found = files.find(|file| file.is_file());
    if found.is_none() {
        passed_over(names[0], from);
    }
    found
}
