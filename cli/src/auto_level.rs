//! `--level auto`: the level follows the person's results, in each game for itself, from one run to the next.

use crate::saves;
use crate::whole;
use anyhow::Result;
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

/// The level that a person has come to in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AutoLevel {
    pub(crate) level: u8,
    /// Why it is not that of earlier runs, or will not be that of the next.
    pub(crate) problem: Option<String>,
}

impl Default for AutoLevel {
    fn default() -> Self {
        Self { level: Level::DEFAULT, problem: None }
    }
}

impl AutoLevel {
    /// As earlier runs left it.
    pub(crate) fn read(game: &str) -> Self {
        match levels() {
            Ok(levels) => Self { level: of_game(&levels, game), problem: None },
            Err(problem) => Self { problem: Some(problem), ..Self::default() },
        }
    }

    /// Notes a result. A file that cannot be read is left as it is: it may hold the levels of other games.
    pub(crate) fn follow(&mut self, game: &str, result: PersonalResult) {
        self.problem = match levels() {
            Ok(mut levels) => {
                // What was not kept is known here alone.
                let level = if self.problem.is_some() { self.level } else { of_game(&levels, game) };
                self.level = next(level, result);
                levels.insert(game.to_owned(), self.level);
                write(&levels).err().map(|error| format!("the level cannot be kept: {error:#}"))
            }
            Err(problem) => {
                self.level = next(self.level, result);
                Some(problem)
            }
        };
    }
}

fn of_game(levels: &BTreeMap<String, u8>, game: &str) -> u8 {
    levels.get(game).copied().unwrap_or(Level::DEFAULT)
}

fn write(levels: &BTreeMap<String, u8>) -> Result<()> {
    let Some(path) = path() else { return Ok(()) };
    let text = serde_json::to_string_pretty(levels).expect("names and numbers can be written");
    fs::create_dir_all(path.parent().unwrap_or(&path)).map_err(|error| whole::unwritable(&path, error))?;
    whole::write(&path, (text + "\n").as_bytes())
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
    read.map_err(|problem| format!("'{}' is not used, and no level is kept: {problem}", path.display()))
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
