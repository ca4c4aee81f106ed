//! Players by name, and who sits at the board.

use crate::protocols::ProgramText;

/// `NAME=WHO`: what a player is called, and who it is.
pub(crate) fn player(text: &str) -> Result<(String, String), String> {
    match text.split_once('=').map(|(name, who)| (name.trim(), who.trim())) {
        Some((name, who))
            if !name.is_empty()
                && !name.contains(|c: char| c == ':' || c.is_control())
                && !who.is_empty() =>
        {
            Ok((name.to_owned(), who.to_owned()))
        }
        _ => Err("expected NAME=WHO, for example new=best, easy=3 or other=cmd:gtp:./engine".to_owned()),
    }
}

/// `NAME:OPTION=VALUE`: a player's name, and an option that it alone has.
pub(crate) fn for_player(text: &str) -> Result<(String, String), String> {
    match text.split_once(':').map(|(name, option)| (name.trim(), option.trim())) {
        Some((name, option)) if !name.is_empty() && option.contains('=') && !option.starts_with('-') => {
            Ok((name.to_owned(), option.to_owned()))
        }
        _ => Err("expected NAME:OPTION=VALUE, for example new:time=1s or new:eval=squares".to_owned()),
    }
}

/// Who sits at one side of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// A person at this keyboard.
    Human,
    /// The engine.
    Computer,
    /// Another program.
    Program(ProgramText),
}

/// `human`, `computer` or `cmd:PROTOCOL:COMMAND LINE`.
pub(crate) fn seat(text: &str) -> Result<Seat, String> {
    match text {
        "human" => Ok(Seat::Human),
        "computer" => Ok(Seat::Computer),
        _ => ProgramText::read(text).map_or_else(
            || Err("expected human, computer or cmd:PROTOCOL:COMMAND LINE".to_owned()),
            |program| program.map(Seat::Program),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_have_plain_names() {
        assert_eq!(player("a = best"), Ok(("a".to_owned(), "best".to_owned())));
        assert_eq!(player("x=cmd:gtp:a --b=c").unwrap().1, "cmd:gtp:a --b=c");
        for wrong in ["best", "=best", "a=", "a:b=best", "\u{1b}[31m=best", "a\tb=best"] {
            assert!(player(wrong).is_err(), "{wrong}");
        }
        assert_eq!(for_player("a:set=killers=1"), Ok(("a".to_owned(), "set=killers=1".to_owned())));
        for wrong in ["a", "a:depth", ":depth=1", "a:--depth=1"] {
            assert!(for_player(wrong).is_err(), "{wrong}");
        }
    }
}
