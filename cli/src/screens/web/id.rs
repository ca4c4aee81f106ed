//! [`Id`]: which game, as it stands in addresses and names of files.

use rand::{TryRng, rngs::SysRng};
use std::fmt;

/// A name by lot: so many that nobody guesses one.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Id(String);

const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const LENGTH: usize = 16;

impl Id {
    /// Another one.
    pub(super) fn new() -> Self {
        Self(by_lot(LENGTH))
    }

    /// Reads one. Whatever is none could not be the name of a file of ours.
    pub(super) fn read(text: &str) -> Option<Self> {
        let fits = text.len() == LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte));
        fits.then(|| Self(text.to_owned()))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// So many letters by lot, five bits each.
pub(super) fn by_lot(length: usize) -> String {
    let mut bytes = vec![0; length];
    SysRng.try_fill_bytes(&mut bytes).expect("the system has random numbers");
    bytes.into_iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Begins what is drawn by lot where nobody asked for a repetition.
pub(super) fn seed() -> u64 {
    by_lot(12).bytes().fold(0, |seed, letter| seed << 5 | u64::from(letter % 32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_back_and_nothing_else_is() {
        let id = Id::new();
        assert_eq!(Id::read(&id.to_string()), Some(id.clone()));
        assert_ne!(id, Id::new());
        for wrong in
            ["", "..", "abc", "../../../../etc/", "aaaaaaaaaaaaaaa/", "AAAAAAAAAAAAAAAA", "aaaaaaaaaaaaaaaaa"]
        {
            assert_eq!(Id::read(wrong), None, "{wrong}");
        }
    }
}
