//! [`Evaluations`]: what each position of a game was found to be worth.

use anyply_framework::{Outcome, Score, Side};

/// Values from Black's view, by the number of moves before the position.
#[derive(Clone, Default, Debug)]
pub(super) struct Evaluations(Vec<Option<Score>>);

impl Evaluations {
    /// The value of the position after `ply` moves for the side to move there.
    pub(super) fn note(&mut self, ply: usize, side: Side, score: Score) {
        if self.0.len() <= ply {
            self.0.resize(ply + 1, None);
        }
        self.0[ply] = Some(if side == Side::Black { score } else { -score });
    }

    /// The game was over after `ply` moves.
    pub(super) fn note_end(&mut self, ply: usize, outcome: &Outcome) {
        self.note(ply, Side::Black, outcome.score(Side::Black));
    }

    /// Another move than before was made after `ply` moves: what came later is of another game.
    pub(super) fn forget_after(&mut self, ply: usize) {
        self.0.truncate(ply + 1);
    }

    /// The last position, of those after up to `ply` moves, of which nothing is known.
    pub(super) fn unknown(&self, ply: usize) -> Option<usize> {
        (0..=ply).rev().find(|&ply| self.at(ply).is_none())
    }

    /// The value after so many moves, if it is known.
    pub(super) fn at(&self, ply: usize) -> Option<Score> {
        self.0.get(ply).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_blacks_and_those_of_another_game_are_forgotten() {
        let mut values = Evaluations::default();
        assert_eq!(values.unknown(2), Some(2));
        values.note(2, Side::White, Score::from_units(3));
        values.note(0, Side::Black, Score::from_units(1));
        assert_eq!((values.at(2), values.at(0)), (Some(Score::from_units(-3)), Some(Score::from_units(1))));
        assert_eq!(values.unknown(2), Some(1));
        values.forget_after(0);
        assert_eq!((values.at(2), values.unknown(0)), (None, None));
    }

    #[test]
    fn the_end_is_worth_what_it_counts() {
        let mut values = Evaluations::default();
        values.note_end(1, &Outcome { winner: Some(Side::White), margin: Some(12), unit: "discs" });
        assert_eq!(values.at(1), Some(Score::from_units(-12)));
    }
}
