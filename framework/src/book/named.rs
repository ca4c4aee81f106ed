//! What a plan says of a book: where its file is, and what tells it from all others. Whoever does a job reads
//! it there.

use super::file::Book;
use crate::bounded::read_file;
use crate::lab::Kept;
use crate::plugin::Plugin;
use std::path::Path;
use std::sync::Arc;

impl Book {
    /// Reads a file.
    ///
    /// # Errors
    /// A line that names the file.
    pub fn from_file<G: Plugin>(game: &G, path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let bytes = read_file(path).map_err(|error| format!("cannot read '{shown}': {error}"))?;
        Self::from_bytes(game, &bytes).map_err(|error| format!("{shown}: {error}"))
    }

    /// What a plan says of it.
    pub fn named(&self, path: &Path) -> String {
        format!("{} {}", self.digest(), path.display())
    }
}

/// Leaves away where the book is: it is the same in another place, and on another machine.
pub(crate) fn forget_place(said: &mut String) {
    said.truncate(said.find(' ').unwrap_or(said.len()));
}

/// The book of which a plan says that. It must still be that one.
pub(crate) fn named_book<G: Plugin>(game: &G, said: &str) -> Result<Arc<Book>, String> {
    static KEPT: Kept<Book> = Kept::new();
    let (digest, path) = said.split_once(' ').unwrap_or((said, ""));
    KEPT.get(digest, || {
        let book = Book::from_file(game, Path::new(path))?;
        let same = book.digest() == digest;
        same.then(|| Arc::new(book)).ok_or_else(|| format!("{path}: no longer the book that was named"))
    })
}
