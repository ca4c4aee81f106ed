//! [`People`]: where people sit at a board. What is taken back, and who may give up, depends on that and on
//! an opening by swap.

use super::Swap;
use anyply_framework::Side;
use anyply_games::{AnyGame, TextGame};

/// Whether a person plays Black, and whether one plays White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct People(pub(crate) [bool; 2]);

impl People {
    /// Whether one plays this side.
    pub(crate) fn play(self, side: Side) -> bool {
        self.0[side.index()]
    }

    /// The side of the one person, if there is exactly one.
    pub(crate) fn only(self) -> Option<Side> {
        match self.0 {
            [true, false] => Some(Side::Black),
            [false, true] => Some(Side::White),
            _ => None,
        }
    }

    /// Whether taking back, or making again, comes to its end here: at a choice of a person's own; where
    /// there are no people, at any choice. What led to the colours stays.
    pub(crate) fn may_choose(self, swap: Option<&Swap>, game: &AnyGame) -> bool {
        let lasting = swap.map_or(0, Swap::lasting);
        let nobody = self.0 == [false; 2];
        game.moves_made().len() >= lasting
            && (nobody || self.play(Swap::turn(swap, game)))
            && game.forced_pass().is_none()
    }

    /// Who gives up when somebody at the board does: the one to move, or whoever waits for another's move.
    pub(crate) fn who_resigns(self, mover: Side) -> Option<Side> {
        [mover, !mover].into_iter().find(|&side| self.play(side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_people_give_up_and_the_one_to_move_before_the_other() {
        for (people, mover, gives_up) in [
            ([true, true], Side::White, Some(Side::White)),
            ([true, false], Side::White, Some(Side::Black)),
            ([false, true], Side::White, Some(Side::White)),
            ([false, false], Side::Black, None),
        ] {
            assert_eq!(People(people).who_resigns(mover), gives_up, "{people:?}");
        }
    }

    #[test]
    fn a_choice_is_a_persons_own_where_there_are_people() {
        let game = AnyGame::open("othello", None, None).expect("a game");
        for (people, may) in
            [([true, false], true), ([false, true], false), ([true; 2], true), ([false; 2], true)]
        {
            assert_eq!(People(people).may_choose(None, &game), may, "{people:?}");
        }
    }
}
