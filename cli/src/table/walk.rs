//! Back and forth in a game: to look at it as it stood, and to where a person has something to decide.

use anyply_games::{AnyGame, TextGame};

/// Looks at the game as it stood after so many moves, or will stand once those that were taken back are made
/// again; it is as before afterwards. More moves than there are mean all of them.
pub(crate) fn at_ply<T>(game: &mut AnyGame, ply: usize, look: impl FnOnce(&AnyGame) -> T) -> T {
    let now = game.moves_made().len();
    let back = (ply..now).take_while(|_| game.undo().is_some()).count();
    let forth = (now..ply).take_while(|_| game.redo().is_some()).count();
    let seen = look(game);
    (0..forth).for_each(|_| drop(game.undo()));
    (0..back).for_each(|_| drop(game.redo()));
    seen
}

/// Takes moves back, one at least, up to where `stops` holds; those moves in their order. None if it holds
/// nowhere: the game is as it was then.
pub(crate) fn undo_to(game: &mut AnyGame, stops: impl Fn(&AnyGame) -> bool) -> Vec<String> {
    let mut taken = Vec::new();
    while let Some(mv) = game.undo() {
        taken.push(mv);
        if stops(game) {
            taken.reverse();
            return taken;
        }
    }
    taken.iter().for_each(|_| drop(game.redo()));
    Vec::new()
}

/// Whether [`undo_to`] would take anything back; the game stays as it is.
pub(crate) fn can_undo(game: &mut AnyGame, stops: impl Fn(&AnyGame) -> bool) -> bool {
    let taken = undo_to(game, stops);
    taken.iter().for_each(|_| drop(game.redo()));
    !taken.is_empty()
}

/// Makes moves again, up to where `stops` holds or there are no more; those moves.
pub(crate) fn redo_to(game: &mut AnyGame, stops: impl Fn(&AnyGame) -> bool) -> Vec<String> {
    let mut made = Vec::new();
    while let Some(mv) = game.redo() {
        made.push(mv);
        if stops(game) {
            break;
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyply_framework::Side;

    fn game() -> AnyGame {
        let mut game = AnyGame::open("othello", None, None).expect("a game");
        game.play_moves("f5d6c3d3").expect("legal");
        game.undo();
        game
    }

    fn made(game: &AnyGame) -> String {
        game.moves_made().into_iter().map(|(_, mv)| mv).collect()
    }

    #[test]
    fn a_look_back_or_ahead_changes_nothing() {
        let mut game = game();
        for (ply, seen) in [(0, ""), (2, "f5d6"), (3, "f5d6c3"), (4, "f5d6c3d3"), (usize::MAX, "f5d6c3d3")] {
            assert_eq!(at_ply(&mut game, ply, made), seen);
            assert_eq!(made(&game), "f5d6c3");
        }
        assert_eq!(game.redo().as_deref(), Some("d3"));
    }

    #[test]
    fn moves_are_taken_back_to_a_turn_and_made_again_to_one() {
        let mut game = game();
        let black = |game: &AnyGame| game.side() == Side::Black;
        assert_eq!(undo_to(&mut game, black), ["c3"]);
        assert_eq!(undo_to(&mut game, black), ["f5", "d6"]);
        assert_eq!(redo_to(&mut game, black), ["f5", "d6"]);
        assert_eq!(undo_to(&mut game, |_| false), [""; 0]);
        assert_eq!(made(&game), "f5d6");
        assert_eq!(redo_to(&mut game, |_| false), ["c3", "d3"]);
    }
}
