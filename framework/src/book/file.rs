//! [`Book`]: positions, their moves and values, in a file that is believed only whole.
//!
//! A file is a line `anyply book 1`, a line of JSON (the [`BookOrigin`] and how much there is), the positions
//! by their keys, packed, and a checksum: see [`Seal`]. Of a position there are the key, the nodes that its
//! moves cost and how many these are; of a move its index, what the search of the position after it found,
//! the plies behind that, and whether it is certain. Values backed up are not kept: they follow.

use super::error::BookError;
use super::folded::ways;
use super::graph::Graph;
use crate::game::{Game, Situation};
use crate::lab::digest;
use crate::plugin::{Plugin, sized};
use crate::score::Score;
use crate::sealed::{Seal, SealError};
use crate::search::SearchConfig;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Positions and what their moves are worth. Positions that are images of each other are one.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    origin: BookOrigin,
    /// By their keys.
    pub(super) pages: BTreeMap<u64, Page>,
    /// What was chosen to be expanded next: a book that is gone on with becomes the one it would have been.
    pub(super) pending: Vec<u64>,
}

/// How a book was made: enough to make it again, and to go on with it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookOrigin {
    /// The game.
    pub game: String,
    /// Its variant.
    pub variant: String,
    /// The board size, where it is chosen apart from the variant.
    pub size: Option<u32>,
    /// What its evaluator is called.
    pub evaluator: String,
    /// The digest of the evaluator's settings or weights, where it is not a built-in one.
    pub weights: Option<String>,
    /// How moves are searched.
    pub config: SearchConfig,
    /// Bytes of each search's table.
    pub hash: u64,
    /// The plies of each search.
    pub depth: Option<u32>,
    /// The nodes of each search.
    pub nodes: Option<u64>,
    /// At most so many moves of a position.
    pub width: u32,
    /// A ply on the way to a position counts as much as so many hundredths lost.
    pub penalty: u32,
    /// What is drawn by lot is drawn from this.
    pub seed: u64,
}

/// A position of a book.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Page {
    /// What its searches cost.
    pub(super) nodes: u64,
    pub(super) moves: Vec<BookMove>,
}

/// A move that was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct BookMove {
    /// Its index in the image that has the smallest key.
    pub(super) index: u16,
    /// What it is worth to the mover, as the positions after it in the book say, or for certain.
    pub value: Score,
    /// What the search found.
    pub searched: Score,
    /// The plies of that search, the move itself among them.
    pub depth: u16,
    /// Whether what the search found is certain.
    pub sure: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// The program that wrote it.
    version: String,
    origin: BookOrigin,
    positions: usize,
    moves: usize,
    pending: usize,
}

// Bytes of a position without its moves, and of a move.
const PAGE: usize = 18;
const MOVE: usize = 9;

impl Header {
    // How long the body is, if that can be.
    fn length(&self) -> Option<usize> {
        /// More than any machine searches: a file that announces more is not believed.
        const MOST: usize = 1 << 31;
        let positions = self.positions.checked_mul(PAGE)?;
        let moves = self.moves.checked_mul(MOVE)?;
        let pending = self.pending.checked_mul(8)?;
        positions.checked_add(moves)?.checked_add(pending).filter(|&all| all <= MOST)
    }
}

impl Book {
    pub(super) const SEAL: Seal = Seal { magic: "anyply book ", version: 1 };

    /// One without any position.
    pub(super) const fn empty(origin: BookOrigin) -> Self {
        Self { origin, pages: BTreeMap::new(), pending: Vec::new() }
    }

    /// How it was made.
    pub const fn origin(&self) -> &BookOrigin {
        &self.origin
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.pages.len()
    }

    /// How many moves were searched in all.
    pub fn moves(&self) -> usize {
        self.pages.values().map(|page| page.moves.len()).sum()
    }

    /// The nodes of all searches.
    pub fn nodes(&self) -> u64 {
        self.pages.values().map(|page| page.nodes).sum()
    }

    /// Whether it is for the variant that `game` plays.
    pub fn is_for<G: Plugin>(&self, game: &G) -> bool {
        let (BookOrigin { game: named, variant, size, .. }, ours) = (&self.origin, game.variant());
        (named.as_str(), variant.as_str(), *size) == (G::NAME, ours.name, ours.size)
    }

    /// What tells this from all others that play otherwise.
    pub fn digest(&self) -> String {
        digest(&(&self.origin, &self.pages))
    }

    /// The moves of a position that are in the book, best first, and proven wins before all others; where it
    /// is its own image, with all that are alike.
    pub fn of<G: Game>(&self, game: &G, position: &G::Position) -> Vec<(G::Move, BookMove)> {
        let (key, symmetries) = ways(game, position);
        let mut found: Vec<(G::Move, BookMove)> = Vec::new();
        for of in self.pages.get(&key).map_or(&[][..], |page| &page.moves) {
            for &symmetry in &symmetries {
                let index = game.image_of_index(usize::from(of.index), G::inverse(symmetry));
                let Some(mv) = game.decode(position, index) else { continue };
                if found.iter().all(|(known, _)| *known != mv) {
                    found.push((mv, *of));
                }
            }
        }
        found.sort_by_key(|(_, of)| Reverse(of.rank()));
        found
    }

    /// A move of a position that is in the book, and how the book goes on: by its best moves, as far as it
    /// knows any. Where a move is certain to be worth something else than what is behind it, the line ends.
    pub fn line<G: Game>(&self, game: &G, at: &Situation<G>, first: (G::Move, BookMove)) -> Vec<G::Move> {
        let mut line = Vec::new();
        let (mut at, mut next) = (*at, Some(first));
        while let Some((mv, of)) = next
            && line.len() < G::MAX_PLIES as usize
        {
            line.push(mv);
            let after = at.after(game, mv);
            let agrees = |reply: &BookMove| {
                let value = if after.side == at.side { reply.value } else { -reply.value };
                value.seen_from(1) == of.value
            };
            next = self.of(game, &after.position).first().copied().filter(|(_, reply)| agrees(reply));
            at = after;
        }
        line
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            origin: self.origin.clone(),
            positions: self.positions(),
            moves: self.moves(),
            pending: self.pending.len(),
        };
        let mut raw = Vec::with_capacity(header.length().unwrap_or_default());
        for (key, Page { nodes, moves }) in &self.pages {
            raw.extend(key.to_le_bytes());
            raw.extend(nodes.to_le_bytes());
            raw.extend((moves.len() as u16).to_le_bytes());
            for of in moves {
                raw.extend(of.index.to_le_bytes());
                raw.extend(of.searched.cents().to_le_bytes());
                raw.extend(of.depth.to_le_bytes());
                raw.push(of.sure.into());
            }
        }
        raw.extend(self.pending.iter().flat_map(|key| key.to_le_bytes()));
        Self::SEAL.close(&header, &raw)
    }

    /// Reads a file, and follows its moves by the rules of `game`.
    ///
    /// # Errors
    /// [`BookError`] for anything that is not, whole and unchanged, what [`Book::to_bytes`] made for this
    /// game.
    pub fn from_bytes<G: Plugin>(game: &G, bytes: &[u8]) -> Result<Self, BookError> {
        let (header, body) = Self::SEAL.open::<Header>(bytes)?;
        let length = header.length().ok_or_else(|| SealError::inconsistent("far too many positions"))?;
        let mut book = Self::empty(header.origin.clone());
        if !book.is_for(game) {
            let (theirs, ours) = (&book.origin, game.variant());
            return Err(BookError::Other(
                format!("{} {}", theirs.game, sized(&theirs.variant, theirs.size)),
                format!("{} {}", G::NAME, sized(ours.name, ours.size)),
            ));
        }
        let raw = body.unpacked(length, "more positions than are announced")?;
        book.fill(&header, &raw)
            .ok_or_else(|| SealError::inconsistent("not the moves that are announced"))?;
        Graph::new(game, &book)?.settle_in(&mut book);
        Ok(book)
    }

    // Nothing if the numbers do not agree.
    fn fill(&mut self, header: &Header, mut raw: &[u8]) -> Option<()> {
        for _ in 0..header.positions {
            let key = u64::from_le_bytes(take(&mut raw)?);
            let nodes = u64::from_le_bytes(take(&mut raw)?);
            let count = u16::from_le_bytes(take(&mut raw)?);
            let moves = (0..count).map(|_| BookMove::read(&mut raw)).collect::<Option<_>>()?;
            self.pages.insert(key, Page { nodes, moves });
        }
        for _ in 0..header.pending {
            self.pending.push(u64::from_le_bytes(take(&mut raw)?));
        }
        (raw.is_empty() && self.positions() == header.positions).then_some(())
    }
}

impl BookMove {
    /// What moves are compared by: a win that is only believed in may be no win at all. Of losses the latest
    /// stands first, proven or not: whoever finds it has most to find.
    pub(super) fn rank(&self) -> (bool, Score) {
        (self.sure && self.value.is_win(), self.value)
    }

    fn read(raw: &mut &[u8]) -> Option<Self> {
        let index = u16::from_le_bytes(take(raw)?);
        let cents = i32::from_le_bytes(take(raw)?);
        let depth = u16::from_le_bytes(take(raw)?);
        let sure = match take::<1>(raw)? {
            [0] => false,
            [1] => true,
            _ => return None,
        };
        let least = Score::LOSS.cents();
        (least..=-least).contains(&cents).then(|| {
            let searched = Score::DRAW.offset(cents);
            Self { index, value: searched, searched, depth, sure }
        })
    }
}

fn take<const N: usize>(raw: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = raw.split_first_chunk::<N>()?;
    *raw = rest;
    Some(*first)
}
