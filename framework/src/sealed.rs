//! [`Seal`]: files that are believed only whole.
//!
//! A file is a first line that says what it is and in which version, a line of JSON, a body as one zlib
//! stream, and the SHA-256 of all before it.

use flate2::Compression;
use flate2::read::{ZlibDecoder, ZlibEncoder};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::io::Read;

/// A kind of file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seal {
    /// What a file of any version begins with.
    pub(crate) magic: &'static str,
    pub(crate) version: u32,
}

/// Why a file is not believed.
#[derive(Debug)]
pub(crate) enum SealError {
    /// Something else.
    Foreign,
    /// Another version.
    Version(String),
    /// Cut short or changed.
    Checksum,
    /// Whole, but not what was written here.
    Inconsistent(String),
}

/// What stands after the header, still packed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body<'a>(&'a [u8]);

impl Seal {
    /// The first line, without its end.
    pub(crate) fn first_line(self) -> String {
        format!("{}{}", self.magic, self.version)
    }

    /// The file.
    pub(crate) fn close(self, header: &impl Serialize, raw: &[u8]) -> Vec<u8> {
        let header = serde_json::to_string(header).expect("a header is a plain structure");
        let mut bytes = format!("{}\n{header}\n", self.first_line()).into_bytes();
        let packed = ZlibEncoder::new(raw, Compression::default()).read_to_end(&mut bytes);
        packed.expect("memory takes everything");
        let checksum = Sha256::digest(&bytes);
        bytes.extend_from_slice(&checksum);
        bytes
    }

    /// The header and the body of what [`Seal::close`] made.
    ///
    /// # Errors
    /// [`SealError`] for anything else.
    pub(crate) fn open<H: DeserializeOwned>(self, bytes: &[u8]) -> Result<(H, Body<'_>), SealError> {
        let version = bytes.strip_prefix(self.magic.as_bytes()).ok_or(SealError::Foreign)?;
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        if version.is_empty() {
            return Err(SealError::Checksum);
        }
        if first != self.first_line().as_bytes() {
            let known = version.iter().take(8).take_while(|byte| byte.is_ascii_alphanumeric());
            let version: String = known.map(|&byte| char::from(byte)).collect();
            let is_other = !version.is_empty() && version != self.version.to_string();
            return Err(if is_other { SealError::Version(version) } else { SealError::Checksum });
        }
        let split = bytes.len().checked_sub(size_of::<[u8; 32]>()).ok_or(SealError::Checksum)?;
        let (content, checksum) = bytes.split_at(split);
        if Sha256::digest(content)[..] != *checksum {
            return Err(SealError::Checksum);
        }
        let content =
            content.get(first.len() + 1..).ok_or_else(|| SealError::inconsistent("there is no header"))?;
        let end = content.iter().position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| SealError::inconsistent("the header has no end"))?;
        let header = serde_json::from_slice(&content[..end]).map_err(SealError::inconsistent)?;
        Ok((header, Body(&content[end + 1..])))
    }
}

impl SealError {
    pub(crate) fn inconsistent(problem: impl ToString) -> Self {
        Self::Inconsistent(problem.to_string())
    }
}

impl Body<'_> {
    /// The body, which must have exactly that `length`, in bytes; `more` says what is wrong with a longer
    /// one.
    ///
    /// # Errors
    /// [`SealError::Inconsistent`].
    pub(crate) fn unpacked(self, length: usize, more: &str) -> Result<Vec<u8>, SealError> {
        let mut raw = vec![0; length];
        let mut decoder = ZlibDecoder::new(self.0);
        decoder.read_exact(&mut raw).map_err(SealError::inconsistent)?;
        match decoder.read(&mut [0]) {
            Ok(0) => Ok(raw),
            Ok(_) => Err(SealError::inconsistent(more)),
            Err(error) => Err(SealError::inconsistent(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_first_line_is_no_other_version() {
        let seal = Seal { magic: "a file ", version: 1 };
        let bytes = b"a file 1\r\n{}\r\n";
        assert!(matches!(seal.open::<()>(bytes), Err(SealError::Checksum)));
        for damaged in ["a file -", "a file 1 {}", "a file 1 and more\n{}\n"] {
            assert!(matches!(seal.open::<()>(damaged.as_bytes()), Err(SealError::Checksum)), "{damaged}");
        }
        assert!(
            matches!(seal.open::<()>(b"a file 2\r\n"), Err(SealError::Version(version)) if version == "2")
        );
    }
}
