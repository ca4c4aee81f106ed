//! All spaces at once: sets as words, counted by bit planes, side by side in vectors, and turned into a
//! number for each space.

mod counts;
mod lanes;
mod transpose;

pub(super) use counts::{half_within_two, neighbours};
pub(super) use lanes::{LANES, Lanes};
pub(super) use transpose::{transposed, transposed_bytes};
