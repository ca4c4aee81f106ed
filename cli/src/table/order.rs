//! What a person types at the prompt: a move, or one of a few words.

use anyply_framework::settings::nearest;
use anyply_framework::{Topic, quoted};
use std::iter;

/// What a line means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order<'a> {
    Hint(&'a str),
    Undo,
    Redo,
    Moves,
    Board,
    Turn,
    Why,
    Swap,
    Save(&'a str),
    Load(&'a str),
    Level(&'a str),
    Resign,
    New,
    Help,
    Quit,
    Move(&'a str),
    Nothing,
}

/// A word, what may follow it, and what it does.
struct Word {
    name: &'static str,
    argument: &'static str,
    summary: &'static str,
}

const fn word(name: &'static str, argument: &'static str, summary: &'static str) -> Word {
    Word { name, argument, summary }
}

const WORDS: [Word; 15] = [
    word("hint", "[TOPIC]", "a good move here, and what may follow"),
    word("undo", "", "back to your last turn"),
    word("redo", "", "forward again"),
    word("moves", "", "the legal moves"),
    word("board", "", "the board once more"),
    word("turn", "", "the board the other way up"),
    word("why", "", "the computer's reasons for its last move"),
    word("swap", "", "change sides"),
    word("save", "FILE", "save the game"),
    word("load", "FILE", "go on with a saved game"),
    word("level", "[N]", "how strong the computer plays: 1 to 12, or auto"),
    word("resign", "", "give the game up"),
    word("new", "", "begin again"),
    word("help", "", "this list"),
    word("quit", "", "leave; the game is saved"),
];

/// The words, to be completed.
pub(crate) fn names() -> Vec<&'static str> {
    WORDS.iter().map(|word| word.name).collect()
}

/// Reads a line. Any beginning of a word that fits no other will do, in upper or lower case.
pub(crate) fn read(line: &str) -> Result<Order<'_>, String> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let lower = match first.to_lowercase().as_str() {
        "" => return Ok(Order::Nothing),
        "?" => "help".to_owned(),
        "exit" | "bye" => "quit".to_owned(),
        other => other.to_owned(),
    };
    let fitting: Vec<_> = WORDS.iter().filter(|word| word.name.starts_with(&lower)).collect();
    match fitting[..] {
        [] => Ok(Order::Move(line)),
        [word] => order(word, rest),
        _ => {
            let names: Vec<_> = fitting.iter().map(|word| word.name).collect();
            Err(format!("{} could be {}: one letter more, please", quoted(first), names.join(" or ")))
        }
    }
}

fn order<'a>(word: &Word, rest: &'a str) -> Result<Order<'a>, String> {
    if word.argument.is_empty() && !rest.is_empty() {
        return Err(format!(
            "{}: expected nothing after {name}, just {name}",
            quoted(rest),
            name = word.name
        ));
    }
    if word.argument == "FILE" && rest.is_empty() {
        return Err(format!("{name} what? Expected a file, for example {name} mine.ron", name = word.name));
    }
    Ok(match word.name {
        "hint" => Order::Hint(rest),
        "undo" => Order::Undo,
        "redo" => Order::Redo,
        "moves" => Order::Moves,
        "board" => Order::Board,
        "turn" => Order::Turn,
        "why" => Order::Why,
        "swap" => Order::Swap,
        "save" => Order::Save(rest),
        "load" => Order::Load(rest),
        "level" => Order::Level(rest),
        "resign" => Order::Resign,
        "new" => Order::New,
        "help" => Order::Help,
        _ => Order::Quit,
    })
}

/// What to add to the refusal of a move that may have been meant for a word.
pub(crate) fn afterthought(line: &str) -> String {
    match nearest(line.split_whitespace().next().unwrap_or(line), &names()) {
        Some(name) => format!(" (or did you mean {name}?)"),
        None => " (help lists the commands)".to_owned(),
    }
}

/// The list of words, with what this game can tell.
pub(crate) fn help(example: &str, topics: &[Topic]) -> String {
    let words = WORDS.iter().map(|word| (format!("{} {}", word.name, word.argument), word.summary));
    let topics =
        topics.iter().map(|topic| (format!("hint {} {}", topic.name, topic.argument), topic.summary));
    let rows: Vec<_> = iter::once((example.to_owned(), "a move")).chain(words).chain(topics).collect();
    let width = rows.iter().map(|(order, _)| order.trim_end().len()).max().unwrap_or_default();
    let row = |(order, summary): &(String, &str)| format!("  {:width$}  {summary}\n", order.trim_end());
    rows.iter().map(row).collect::<String>() + "A word may be cut short: u for undo."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_be_cut_short_in_any_case() {
        assert_eq!(read("undo"), Ok(Order::Undo));
        assert_eq!(read(" U "), Ok(Order::Undo));
        assert_eq!(read("SAVE My Game.ron"), Ok(Order::Save("My Game.ron")));
        assert_eq!(read("hi tactic 3"), Ok(Order::Hint("tactic 3")));
        assert_eq!(read("lev auto"), Ok(Order::Level("auto")));
        assert_eq!(read("?"), Ok(Order::Help));
        assert_eq!(read("   "), Ok(Order::Nothing));
    }

    #[test]
    fn what_fits_no_word_is_a_move() {
        for line in ["f5", "A1B2", "pass", "b2 to c3", "\u{1F600}"] {
            assert_eq!(read(line), Ok(Order::Move(line)));
        }
    }

    #[test]
    fn refusals_quote_and_tell_what_was_expected() {
        assert_eq!(read("h").unwrap_err(), "'h' could be hint or help: one letter more, please");
        assert_eq!(read("undo 3").unwrap_err(), "'3': expected nothing after undo, just undo");
        assert_eq!(read("save").unwrap_err(), "save what? Expected a file, for example save mine.ron");
        assert!(afterthought("udno").contains("undo"));
        assert!(afterthought("xyzzy").contains("help"));
    }
}
