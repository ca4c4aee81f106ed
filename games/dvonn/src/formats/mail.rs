//! What is written to a play-by-mail server to make a move there. Nothing is sent, and the password is the
//! person's to fill in: none is ever asked for.

use crate::rules::Dvonn;
use anyply_framework::{Notation, Situation, quoted};

/// The command for `BOARD USER MOVE[#N]`: the number of the board there, the name there, and a move that is
/// legal here, with the number of the move if the server is to check it.
///
/// # Errors
/// A line that says what was expected, or why the move is none.
pub(crate) fn command(game: &Dvonn, at: &Situation<Dvonn>, argument: &str) -> Result<String, String> {
    let wrong = || {
        let legal = at.moves(game);
        let example = legal.first().map_or_else(|| "A1B2".to_owned(), ToString::to_string);
        let expected =
            format!("a board, a name and a move, for example 12 ann {example} or 12 ann {example}#7");
        format!("{}: expected {expected}", quoted(argument))
    };
    let words: Vec<&str> = argument.split_whitespace().collect();
    let [board, user, mv] = words[..] else { return Err(wrong()) };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (mv, number) = mv.split_once('#').map_or((mv, None), |(mv, number)| (mv, Some(number)));
    if !is_number(board) || !number.is_none_or(is_number) {
        return Err(wrong());
    }
    let mv = game.parse_move(at, mv).map_err(|error| error.to_string())?;
    let number = number.map(|number| format!("#{number}")).unwrap_or_default();
    Ok(format!("dvonn move {board} {user} PASSWORD {}{number}", game.move_text(mv).to_lowercase()))
}
