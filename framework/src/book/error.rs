//! [`BookError`]: why a file is no book for this game.

use super::file::Book;
use crate::sealed::SealError;

/// Why a file is not used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// Something else.
    #[error("not an opening book: expected '{}' at its beginning", Book::SEAL.first_line())]
    Foreign,
    /// Another version.
    #[error("a book of version {0}, of which nothing is known here: expected version {expected}", expected = Book::SEAL.version)]
    Version(String),
    /// Its checksum does not match what stands before it.
    #[error("the checksum is wrong: the file was cut short or changed")]
    Checksum,
    /// Whole, but not what was written here.
    #[error("the book contradicts itself: {0}")]
    Inconsistent(String),
    /// For another game or another variant.
    #[error("a book for {0}: expected one for {1}")]
    Other(String, String),
    /// Its positions are not those that its moves lead to by the rules here.
    #[error("a book by other rules than {0} has now: it must be built again")]
    Rules(String),
}

impl From<SealError> for BookError {
    fn from(error: SealError) -> Self {
        match error {
            SealError::Foreign => Self::Foreign,
            SealError::Version(version) => Self::Version(version),
            SealError::Checksum => Self::Checksum,
            SealError::Inconsistent(problem) => Self::Inconsistent(problem),
        }
    }
}
