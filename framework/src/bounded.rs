//! Reading what comes from outside as a whole, up to a limit: what never ends is refused before it fills the
//! memory.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The most that is read of what need not end, in bytes. A plain file does end, and may hold the results of
/// days: it is read whatever its size.
pub(crate) const LARGEST: u64 = 1 << 30;

/// A file as a whole.
///
/// # Errors
/// What the system says, or [`ErrorKind::FileTooLarge`].
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    read_open(&mut File::open(path)?)
}

/// The rest of a file that is open already.
pub(crate) fn read_open(file: &mut File) -> io::Result<Vec<u8>> {
    if !file.metadata()?.is_file() {
        return read_whole(file);
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// All that there is to read.
///
/// # Errors
/// As [`read_file`] has them.
pub fn read_whole(from: impl Read) -> io::Result<Vec<u8>> {
    up_to(LARGEST, from)
}

fn up_to(limit: u64, from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let said = format!("more than {} MiB", limit >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, said));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_refused() {
        let refused = up_to(1 << 20, io::repeat(0)).unwrap_err();
        assert_eq!(
            (refused.kind(), refused.to_string()),
            (ErrorKind::FileTooLarge, "more than 1 MiB".to_owned())
        );
        assert_eq!(up_to(5, &b"whole"[..]).unwrap(), b"whole");
        assert!(up_to(4, &b"whole"[..]).is_err());
    }
}
