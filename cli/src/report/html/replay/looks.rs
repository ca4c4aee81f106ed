//! What the cells of a drawing look like on a board.

use super::clean;
use super::picture::Glyph;
use anyply_framework::Style;
use serde::Serialize;
use std::collections::BTreeMap;

/// What may stand on a cell: what it looks like, what is written on it, and whether it is a special one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub(super) struct State(Look, String, bool);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Look {
    Empty,
    Black,
    White,
    Neutral,
    /// A remark on an empty place.
    Sign,
    /// No place at all, for now.
    Nothing,
}

/// Beside letters or digits it makes a piece a special one; it is drawn as a ring.
const STAR: char = '*';

impl State {
    pub(super) const EMPTY: Self = Self(Look::Empty, String::new(), false);
    pub(super) const NOTHING: Self = Self(Look::Nothing, String::new(), false);

    /// The states of all that stands on the cells of a game.
    ///
    /// A drawn piece has a colour: letters that say of a drawing's whose it is are not wanted on it. Such are those that all
    /// pieces of a colour have; not digits, even if all are the same for now.
    pub(super) fn of_all(glyphs: &[Glyph]) -> Vec<Self> {
        let mut shared: BTreeMap<Look, Vec<char>> = BTreeMap::new();
        for glyph in glyphs {
            let said = || glyph.text.chars().filter(|letter| !letter.is_ascii_digit() && *letter != STAR);
            let letters = shared.entry(look(glyph)).or_insert_with(|| said().collect());
            letters.retain(|&letter| glyph.text.contains(letter));
        }
        glyphs.iter().map(|glyph| Self::of(glyph, &shared[&look(glyph)])).collect()
    }

    fn of(glyph: &Glyph, shared: &[char]) -> Self {
        let look = look(glyph);
        let has_words = glyph.text.contains(char::is_alphanumeric);
        match look {
            Look::Empty if !has_words => Self::EMPTY,
            Look::Empty | Look::Sign | Look::Nothing => Self(look, clean(&glyph.text), false),
            Look::Black | Look::White | Look::Neutral => {
                let is_star = |letter: &char| has_words && *letter == STAR;
                let tells = |letter: &char| !shared.contains(letter) && !is_star(letter);
                let label: String = glyph.text.chars().filter(tells).collect();
                Self(look, clean(&label), glyph.text.chars().any(|letter| is_star(&letter)))
            }
        }
    }
}

fn look(glyph: &Glyph) -> Look {
    let has_words = glyph.text.contains(char::is_alphanumeric);
    match glyph.style {
        Style::Black => Look::Black,
        Style::White => Look::White,
        // A mark that could not be taken off leaves open whose piece is below it.
        Style::Neutral | Style::Last if has_words => Look::Neutral,
        Style::Neutral => Look::Sign,
        Style::Empty | Style::Legal | Style::Last | Style::Frame => Look::Empty,
    }
}
