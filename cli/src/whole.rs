//! Files that are there whole or not at all: what was there before stays until the new text is complete. What
//! is no file of its own, such as `/dev/stdout`, is written to as a stream.

use anyhow::{Context, Error, Result, anyhow, bail};
use anyply_framework::read_file;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes a file; one of that name is replaced, and a link leads to the file that is. A stream is written on:
/// what is written to it twice is there twice.
///
/// # Errors
/// `cannot write 'PATH': why`. What was there is there still, and nothing else.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let written = if is_stream(path) { go_on(path, bytes) } else { replace(&target(path), bytes) };
    written.map_err(|error| unwritable(path, error))
}

/// Whether there is a file of that name whose place another would take.
pub(crate) fn replaces(path: &Path) -> bool {
    path.is_file() && !is_stream(path)
}

/// Whether a file can be written there, which is better known before hours of work.
///
/// # Errors
/// As [`write()`] has them.
pub(crate) fn check(path: &Path) -> Result<()> {
    if is_stream(path) {
        return Ok(());
    }
    beside(&target(path)).map(drop).map_err(|error| unwritable(path, error))
}

/// The file itself that a path leads to, by whatever links; it may not be there yet.
pub(crate) fn target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(next) = fs::read_link(&path) else { break };
        path = folder(&path).join(next);
    }
    let in_folder = || Some(fs::canonicalize(folder(&path)).ok()?.join(path.file_name()?));
    fs::canonicalize(&path).ok().or_else(in_folder).unwrap_or(path)
}

/// More links than systems follow, one after the other.
const LINKS: u32 = 64;

/// Reads a file; nothing if it is not there.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    match read_file(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read '{}'", path.display())),
    }
}

/// Says why a file cannot be written.
pub(crate) fn unwritable(path: &Path, error: io::Error) -> Error {
    let cannot = format!("cannot write '{}'", path.display());
    match folder(&target(path)) {
        // The system's own words would leave open what is missing.
        folder if !folder.is_dir() => anyhow!("{cannot}: there is no folder '{}'", folder.display()),
        _ => Error::new(error).context(cannot),
    }
}

/// Where systems keep what a program has open. What it prints to is known by itself, whatever it is called.
const OPEN: [&str; 2] = ["/dev/fd", "/proc/self/fd"];

/// Whether it is written to as it is. What is neither file nor folder is: a file must not take its place. So
/// is a file that whoever started the program has opened for it, as with `/dev/stdout > file`: others go on
/// writing there.
pub(crate) fn is_stream(path: &Path) -> bool {
    let is_open = || printing_to(path).is_some() || OPEN.iter().any(|open| path.starts_with(open));
    path.exists() && !path.is_dir() && (!path.is_file() || is_open())
}

/// Refuses a path that is [written to as it is](is_stream), for this reason.
///
/// # Errors
/// `'PATH' is no file of its own: why`.
pub(crate) fn refuse_stream(path: &Path, why: &str) -> Result<()> {
    if is_stream(path) {
        bail!("'{}' is no file of its own: {why}", path.display());
    }
    Ok(())
}

/// Writes to a stream.
///
/// # Errors
/// Those of the system.
pub(crate) fn pour(mut stream: impl Write, bytes: &[u8]) -> io::Result<()> {
    stream.write_all(bytes)?;
    // What does not end in a line end would be written when it is too late to say that it cannot be.
    stream.flush()
}

fn go_on(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match printing_to(path) {
        // Opened anew, a file would be written to at another place than what is printed beside.
        Some(stream) => pour(stream, bytes),
        None => pour(File::options().append(true).open(path)?, bytes),
    }
}

// Stdout or stderr, where they lead to that very file, by whatever name or link it goes.
#[cfg(unix)]
fn printing_to(path: &Path) -> Option<Box<dyn Write>> {
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::MetadataExt;
    let identity = |file: fs::Metadata| (file.dev(), file.ino());
    let asked = identity(fs::metadata(path).ok()?);
    let leads_there = |open: BorrowedFd<'_>| {
        let open = open.try_clone_to_owned().and_then(|open| File::from(open).metadata());
        open.is_ok_and(|open| identity(open) == asked)
    };
    if leads_there(io::stdout().as_fd()) {
        return Some(Box::new(io::stdout()));
    }
    leads_there(io::stderr().as_fd()).then(|| Box::new(io::stderr()) as Box<dyn Write>)
}

#[cfg(not(unix))]
fn printing_to(_: &Path) -> Option<Box<dyn Write>> {
    None
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = beside(path)?;
    // Before there is anything to read in it: who may read what was there may read what takes its place.
    if let Ok(old) = fs::metadata(path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    // Past the wrapper, whose errors name a file that nobody has asked for.
    file.as_file_mut().write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

// An empty file in the folder of what it is to replace, which goes when it is dropped. It is made as any
// other: what temporary files usually are, for nobody else to read, the result should not be. A folder cannot
// be replaced by a file.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if path.is_symlink() {
        return Err(io::Error::other("links that lead to each other"));
    }
    tempfile::Builder::new().prefix(".anyply-").make_in(folder(path), |beside| File::create_new(beside))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("a.txt");
        check(&path).expect("it can be written");
        assert_eq!((names(home.path()).len(), read(&path).expect("no error")), (0, None));
        for text in ["a longer text", "short"] {
            write(&path, text.as_bytes()).expect("it can be written");
            assert_eq!(read(&path).expect("it is there"), Some(text.into()));
        }
        assert_eq!(names(home.path()), ["a.txt"]);
    }

    #[test]
    fn a_failure_is_told_in_the_words_of_who_asked_and_leaves_nothing() {
        let home = tempfile::tempdir().expect("a folder");
        let nowhere = home.path().join("no/such/a.txt");
        let told = format!(
            "cannot write '{}': there is no folder '{}'",
            nowhere.display(),
            home.path().join("no/such").display()
        );
        for error in [check(&nowhere).unwrap_err(), write(&nowhere, b"text").unwrap_err()] {
            assert_eq!(format!("{error:#}"), told);
        }
        // A folder is no file to be replaced.
        let taken = home.path().join("taken");
        fs::create_dir(&taken).expect("it can be made");
        for error in [check(&taken).unwrap_err(), write(&taken, b"text").unwrap_err()] {
            assert_eq!(format!("{error:#}"), format!("cannot write '{}': is a directory", taken.display()));
        }
        assert_eq!(names(home.path()), ["taken"]);
    }

    #[cfg(unix)]
    #[test]
    fn what_nobody_else_may_read_stays_so() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("a.txt");
        fs::write(&path, "old").expect("it can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("it is ours");
        write(&path, b"new").expect("it can be written");
        assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o777, 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_tried_where_it_leads() {
        let home = tempfile::tempdir().expect("a folder");
        let link = home.path().join("link");
        // A file, in a folder that takes no others.
        std::os::unix::fs::symlink("/proc/version", &link).expect("it can be made");
        if link.exists() {
            assert!(check(&link).is_err());
        }
        assert_eq!(target(&home.path().join("./new")), target(&home.path().join("new")));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_is_open_is_gone_on_with() {
        use std::os::fd::AsRawFd;
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("a.txt");
        let mut open = File::options().create(true).append(true).open(&path).expect("it can be made");
        open.write_all(b"one, ").expect("it can be written");
        let stream = PathBuf::from(format!("/proc/self/fd/{}", open.as_raw_fd()));
        assert!(replaces(&path) && !replaces(&stream));
        check(&stream).expect("it can be written");
        write(&stream, b"two").expect("it can be written");
        open.write_all(b", three").expect("it can be written");
        assert_eq!(read(&path).expect("it is there"), Some(b"one, two, three".to_vec()));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_so_does_a_device() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let home = tempfile::tempdir().expect("a folder");
        let (file, link) = (home.path().join("file"), home.path().join("link"));
        write(&file, b"old").expect("it can be written");
        symlink(&file, &link).expect("it can be made");
        write(&link, b"new").expect("it can be written");
        assert_eq!(read(&file).expect("it is there"), Some(b"new".to_vec()));
        assert!(link.is_symlink());
        // It may be there before its file is.
        fs::remove_file(&file).expect("it is ours");
        write(&link, b"first").expect("it can be written");
        assert_eq!(read(&file).expect("it is there"), Some(b"first".to_vec()));
        assert!(link.is_symlink());
        let there_and_back = ["one", "other"].map(|name| home.path().join(name));
        for [from, to] in [[0, 1], [1, 0]] {
            symlink(&there_and_back[to], &there_and_back[from]).expect("it can be made");
        }
        check(&there_and_back[0]).expect_err("it leads nowhere");
        let (null, to_null) = (Path::new("/dev/null"), home.path().join("null"));
        symlink(null, &to_null).expect("it can be made");
        check(&to_null).expect("it can be written");
        write(&to_null, b"text").expect("it can be written");
        assert!(fs::metadata(null).is_ok_and(|null| null.file_type().is_char_device()));
    }
}
