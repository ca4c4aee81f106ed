//! How the program ends: the exit code, and the one line that an error is.

use crate::args::Args;
use anyhow::Result;
use anyply_framework::Refused;
use anyply_framework::settings::nearest;
use anyply_games::AnyGame;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::any::Any;
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Write};
use std::panic::Location;
use std::process::ExitCode;

/// How a command ended that could be begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// 0: done.
    Done,
    /// 1: it ran, but a check failed; the results say which.
    Failed,
    /// 130: it was interrupted and kept what it had.
    Interrupted,
}

impl Exit {
    /// The number the shell sees.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Interrupted => 130,
        }
    }

    /// How a command ends whose results were `printed`: a reader who has gone changes nothing of it.
    pub(crate) fn after(self, printed: Result<()>) -> Result<Self> {
        match printed {
            Err(error) if !is_closed(&error) => Err(error),
            _ => Ok(self),
        }
    }
}

/// Wrong usage: exit code 2. Every other error is 1.
#[derive(Debug)]
pub(crate) struct Usage(String);

impl Usage {
    /// An error that ends the program with code 2.
    pub(crate) fn error(text: impl Into<String>) -> anyhow::Error {
        anyhow::Error::new(Self(text.into()))
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Says something beside the results, in one line: libraries quote what stands in a file as it stands there,
/// and names of files may hold anything, but no sign of theirs is to end the line or to change the terminal.
/// A closed stderr is no reason to stop.
pub(crate) fn note(text: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{}", on_one_line(&text.to_string()));
}

/// Of a line that is longer than both, only these are told: so many signs of its beginning, where it says
/// what is wrong, and of its end, where it says what was expected. What lies between is quoted from a file.
const TOLD: (usize, usize) = (1_000, 500);

fn on_one_line(text: &str) -> String {
    let shown = |sign: &char| match sign.is_control() {
        true => sign.escape_debug().to_string(),
        false => sign.to_string(),
    };
    let line = |signs: &[char]| signs.iter().map(shown).collect::<String>();
    let signs: Vec<char> = text.chars().collect();
    let (first, last) = TOLD;
    if signs.len() <= first + last {
        return line(&signs);
    }
    format!("{} ... {}", line(&signs[..first]), line(&signs[signs.len() - last..]))
}

/// A fault of the program in one line: where it is, and what was wrong there. Who adds a game meets some,
/// such as settings that cannot be read. What the system refuses is none.
pub(crate) fn fault(place: Option<&Location<'_>>, payload: &dyn Any) -> String {
    if let Some(refused) = payload.downcast_ref::<Refused>() {
        return format!("error: {refused}");
    }
    let place = place.map_or_else(String::new, |place| format!(" ({}:{})", place.file(), place.line()));
    let said = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(said), _) => said,
        (None, Some(said)) => said.as_str(),
        (None, None) => "",
    };
    let said: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let colon = if said.is_empty() { "" } else { ": " };
    format!("error: a fault of the program, please report it{place}{colon}{}", said.join(" "))
}

/// Whether an error only means that nobody reads any more.
pub(crate) fn is_closed(error: &anyhow::Error) -> bool {
    let broken = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    error.chain().any(broken)
}

/// Tells an error and gives the exit code.
pub(crate) fn code(ended: Result<Exit>) -> ExitCode {
    match ended {
        Ok(exit) => ExitCode::from(exit.number()),
        // `anyply ... | head` has what it wanted.
        Err(error) if is_closed(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note(format_args!("error: {error:#}"));
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

/// What the argument parser had to say: help is a result, all else one line.
pub(crate) fn of_clap(error: &clap::Error) -> Result<Exit> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            write!(io::stdout(), "{}", error.render())?;
            Ok(Exit::Done)
        }
        _ => {
            Err(Usage::error(one_line(error, std::env::args_os().nth(1).as_deref().and_then(OsStr::to_str))))
        }
    }
}

// What is wrong, and what mends it: for a missing argument the usage, for all else where the usage of the
// command is told.
fn one_line(error: &clap::Error, command: Option<&str>) -> String {
    let line = told(error);
    if let Some(game) = game_meant(error) {
        return format!("{line}; to play {game}: anyply play {game}");
    }
    let text = error.render().to_string();
    let usage = text.split_once("\nUsage:").and_then(|(_, usage)| usage.lines().next());
    let usage = usage.unwrap_or_default().trim();
    if error.kind() == ErrorKind::MissingRequiredArgument && !usage.is_empty() {
        return format!("{line}; usage: {usage}");
    }
    let known = Args::command();
    let command = command.filter(|command| known.find_subcommand(command).is_some());
    let help: Vec<_> = ["anyply", "help"].into_iter().chain(command).collect();
    format!("{line}; see: {}", help.join(" "))
}

/// What the library says of numbers, and what is told.
const NUMBERS: [(&str, &str); 4] = [
    ("invalid digit found in string", "expected a whole number without a sign"),
    ("cannot parse integer from empty string", "expected a whole number without a sign"),
    ("number too large to fit in target type", "too large"),
    ("number too small to fit in target type", "too small"),
];

/// Clap's message is several paragraphs; its first and its tips are the error.
pub(crate) fn told(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let said = text.split("\nUsage:").next().unwrap_or(&text);
    let said = said.split("\nFor more information").next().unwrap_or(said);
    // Tips about other commands, or about `--`, lead astray here.
    let is_game = game_meant(error).is_some();
    let astray = |line: &str| line.starts_with("tip: to pass") || is_game && line.starts_with("tip:");
    let lines: Vec<_> =
        said.lines().map(str::trim).filter(|line| !line.is_empty() && !astray(line)).collect();
    let joined = lines.join("; ").replace(":; ", ": ").replace("; [", " [").replace("..=", " to ");
    // A range without an end.
    let joined = joined.replace(&format!("in 1..{}", u64::MAX), "1 or more");
    let joined = NUMBERS.iter().fold(joined, |joined, (said, told)| joined.replace(said, told));
    joined.strip_prefix("error: ").unwrap_or(&joined).to_owned()
}

// Who types a game where a command belongs wants to play it.
fn game_meant(error: &clap::Error) -> Option<&'static str> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    nearest(word, &AnyGame::names())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn refused(words: &str) -> String {
        one_line(&Args::try_parse_from(words.split(' ')).unwrap_err(), words.split(' ').nth(1))
    }

    #[test]
    fn a_fault_is_one_line_with_what_was_wrong() {
        let told = "error: a fault of the program, please report it";
        assert_eq!(fault(None, &"no room"), format!("{told}: no room"));
        assert_eq!(fault(None, &"one:\n  two\n".to_owned()), format!("{told}: one: two"));
        let place = Location::caller();
        assert_eq!(fault(Some(place), &7), format!("{told} ({}:{})", place.file(), place.line()));
    }

    #[test]
    fn a_failure_and_an_interruption_are_told_though_the_reader_has_gone() {
        let broken = |kind: io::ErrorKind| Err(io::Error::from(kind).into());
        for exit in [Exit::Done, Exit::Failed, Exit::Interrupted] {
            assert_eq!(exit.after(broken(io::ErrorKind::BrokenPipe)).unwrap(), exit);
            assert_eq!(exit.after(Ok(())).unwrap(), exit);
            assert!(exit.after(broken(io::ErrorKind::StorageFull)).is_err());
        }
    }

    #[test]
    fn what_is_said_is_one_line_and_shows_what_it_quotes() {
        let said = on_one_line("'a\tb': unknown field `\u{1b}[31mé\nx`");
        assert_eq!(said, r"'a\tb': unknown field `\u{1b}[31mé\nx`");
    }

    #[test]
    fn of_a_long_line_the_beginning_and_the_end_are_told() {
        let quoted = |signs| format!("unknown field `{}`, expected `seed`", "é".repeat(signs));
        assert_eq!(on_one_line(&quoted(1_000)), quoted(1_000));
        let said = on_one_line(&quoted(50_000));
        assert_eq!(said.chars().count(), 1_505);
        assert!(said.starts_with("unknown field `éé") && said.contains("é ... é"), "{said}");
        assert!(said.ends_with("é`, expected `seed`"), "{said}");
    }

    #[test]
    fn a_wrong_argument_is_one_line_that_says_where_more_is_told() {
        let said = refused("anyply perft othello 0");
        assert!(said.starts_with("invalid value '0' for '<DEPTH>'"), "{said}");
        assert!(said.ends_with("; see: anyply help perft") && said.lines().count() == 1, "{said}");
        let said = refused("anyply moves othello extra");
        assert!(said.ends_with("; see: anyply help moves") && said.lines().count() == 1, "{said}");
    }

    #[test]
    fn a_range_without_an_end_is_told_in_words() {
        let said = refused("anyply analyze othello --nodes 0");
        assert!(said.contains("0 is not 1 or more"), "{said}");
    }

    #[test]
    fn a_game_in_the_place_of_a_command_is_understood() {
        assert!(refused("anyply otelo").contains("anyply play othello"));
        assert!(!refused("anyply xyzzy").contains("anyply play"));
    }

    #[test]
    fn a_missing_argument_is_named_and_where_it_belongs() {
        let said = refused("anyply perft othello");
        let expected = "the following required arguments were not provided: <DEPTH>; usage: anyply perft ";
        assert!(said.starts_with(expected) && said.lines().count() == 1, "{said}");
    }
}
