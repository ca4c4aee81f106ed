//! `--level auto`: the level follows the person's results, in each game for itself, from one run to the next.

use crate::exit::note;
use crate::saves;
use crate::whole;
use anyply_framework::{Level, quoted};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{fs, io};

/// How a game ended for the person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PersonalResult {
    /// Won.
    Win,
    /// Lost, or resigned.
    Loss,
    /// Neither.
    Draw,
}

/// The level that the person has come to in this game.
pub(crate) fn read(game: &str) -> u8 {
    let levels = levels().unwrap_or_else(|problem| {
        note(format_args!("note: {problem}; levels begin at {}", Level::DEFAULT));
        BTreeMap::new()
    });
    levels.get(game).copied().unwrap_or(Level::DEFAULT)
}

/// Notes a result and returns the level from now on.
pub(crate) fn follow(game: &str, result: PersonalResult) -> u8 {
    // What is wrong with the file was said when it was read.
    let mut levels = levels().unwrap_or_default();
    let level = next(levels.get(game).copied().unwrap_or(Level::DEFAULT), result);
    levels.insert(game.to_owned(), level);
    let text = serde_json::to_string_pretty(&levels).expect("names and numbers can be written");
    let written = path().map_or(Ok(()), |path| {
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        whole::write(&path, (text + "\n").as_bytes())
    });
    if let Err(error) = written {
        note(format_args!("note: the level cannot be kept: {error:#}"));
    }
    level
}

fn next(level: u8, result: PersonalResult) -> u8 {
    let next = match result {
        PersonalResult::Win => level.saturating_add(1),
        PersonalResult::Loss => level.saturating_sub(1),
        PersonalResult::Draw => level,
    };
    next.clamp(*Level::RANGE.start(), *Level::RANGE.end())
}

fn path() -> Option<PathBuf> {
    saves::home().map(|home| home.join("levels.json"))
}

fn levels() -> Result<BTreeMap<String, u8>, String> {
    let Some(path) = path() else { return Ok(BTreeMap::new()) };
    let read = match fs::read_to_string(&path) {
        Ok(text) => parse(&text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(error) => Err(error.to_string()),
    };
    read.map_err(|problem| format!("'{}' is not used: {problem}", path.display()))
}

fn parse(text: &str) -> Result<BTreeMap<String, u8>, String> {
    let levels: BTreeMap<String, u8> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    match levels.iter().find(|(_, level)| !Level::RANGE.contains(level)) {
        Some((game, level)) => Err(format!("level {level} of {} does not exist", quoted(game))),
        None => Ok(levels),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_follows_the_results_within_its_range() {
        assert_eq!(next(5, PersonalResult::Win), 6);
        assert_eq!(next(5, PersonalResult::Loss), 4);
        assert_eq!(next(5, PersonalResult::Draw), 5);
        assert_eq!(next(12, PersonalResult::Win), 12);
        assert_eq!(next(1, PersonalResult::Loss), 1);
    }

    #[test]
    fn a_damaged_file_is_refused() {
        assert_eq!(parse("{\"othello\": 7}").unwrap()["othello"], 7);
        for damaged in ["", "{", "[]", "{\"othello\": 99}", "{\"othello\": -1}", "{\"othello\": \"high\"}"] {
            assert!(parse(damaged).is_err(), "{damaged}");
        }
    }
}
