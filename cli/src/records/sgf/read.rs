//! [`read`]: the games of a file.

use super::NUMBERS;
use super::points::{from_bottom, point};
use super::text::{Line, Property, games};
use crate::records::UNNAMED;
use crate::rows::square_rows;
use anyply_framework::{Asked, Found, Record, Side, decoded, quoted};
use anyply_games::{AnyGame, TextGame};

/// The properties of which a record keeps all there is to keep. (`FF`, `CA`, `AP` and `ST` are about the
/// file; `PL` and `HA` are told apart.)
const KEPT: [&str; 15] =
    ["FF", "CA", "AP", "ST", "GM", "SZ", "RU", "PB", "PW", "RE", "B", "W", "C", "PL", "HA"];

const OTHERS: &str = "dates, clocks, marks and the like";
const HANDICAPS: &str = "handicaps";
const RULES: &str = "rules that are no variant here";

/// Reads every game of a file; `game` is which one they are of, and `asked` how it is played, where they do
/// not say it.
pub(in crate::records) fn read(bytes: &[u8], game: Option<&str>, asked: Asked<'_>) -> Result<Found, String> {
    let text = decoded(bytes);
    let games = games(&text).map_err(|error| error.of_decoded(&text, bytes).to_string())?;
    let mut found = Found::default();
    for (number, Line { properties, has_variations }) in (1..).zip(&games) {
        let record = one(properties, game, asked).map_err(|problem| match games.len() {
            1 => problem,
            _ => format!("game {number}: {problem}"),
        })?;
        if comment_after(properties, 0).is_some() {
            found.leave_out(Found::FOREWORD);
        }
        if *has_variations {
            found.leave_out("variations");
        }
        if !properties.iter().all(|(name, _)| KEPT.contains(&name.as_str())) {
            found.leave_out(OTHERS);
        }
        if !matches!(of(properties, "HA").unwrap_or("").trim(), "" | "0" | "1") {
            found.leave_out(HANDICAPS);
        }
        let rule = of(properties, "RU").unwrap_or("").trim();
        if !rule.is_empty() && !record.variant.eq_ignore_ascii_case(rule) {
            found.leave_out(RULES);
        }
        let said = of(properties, "RE").unwrap_or("").trim().to_lowercase();
        if record.result.is_none() && !matches!(said.as_str(), "" | "?" | "void") {
            found.leave_out(Found::RESULTS);
        }
        found.records.push(record);
    }
    Ok(found)
}

/// The moves of the first game, as commands would make them: the colour, and the point in the game's
/// notation, or `pass`.
pub(crate) fn moves(bytes: &[u8], game: &AnyGame) -> Result<Vec<(Side, String)>, String> {
    let text = decoded(bytes);
    let games = games(&text).map_err(|error| error.of_decoded(&text, bytes).to_string())?;
    let properties = &games[0].properties;
    is_of(properties, game.name())?;
    fits(properties, game)?;
    moves_of(properties, game)
}

fn one(properties: &[Property], game: Option<&str>, asked: Asked<'_>) -> Result<Record, String> {
    let name = match (of(properties, "GM"), game) {
        (_, Some(name)) => name,
        (Some(number), None) => {
            let name = NUMBERS.iter().find(|known| known.1 == number.trim()).map(|known| known.0);
            name.ok_or_else(|| format!("a game of number {}: none of ours", quoted(number)))?
        }
        (None, None) => return Err(UNNAMED.to_owned()),
    };
    // First: another game's board is no variant of this one.
    is_of(properties, name)?;
    let mut game = opened(name, properties, asked)?;
    fits(properties, &game)?;
    check_beginner(properties, game.side())?;
    for (number, (side, mv)) in (1..).zip(moves_of(properties, &game)?) {
        let wrong = |problem: String| format!("move {number}, {mv}: {problem}");
        if game.side() != side {
            let pass = game.forced_pass().ok_or_else(|| wrong(format!("it is {}'s turn", game.side())))?;
            game.play_text(&pass).expect("a forced pass is legal");
        }
        game.play_text(&mv).map_err(|problem| wrong(problem.to_string()))?;
        if let Some(comment) = comment_after(properties, number) {
            game.annotate(std::time::Duration::ZERO, &comment);
        }
    }
    let name = |name| of(properties, name).unwrap_or("");
    let mut record = game.record([name("PB"), name("PW")]);
    let said = of(properties, "RE").unwrap_or("").trim().to_lowercase();
    record.result = record.result.or_else(|| match said.as_str() {
        "b+r" | "b+resign" => Some(Record::resignation(Side::White)),
        "w+r" | "w+resign" => Some(Record::resignation(Side::Black)),
        _ => None,
    });
    Ok(record)
}

// The variant, by its rule and its board size.
fn opened(name: &str, properties: &[Property], asked: Asked<'_>) -> Result<AnyGame, String> {
    let known = AnyGame::variants(name);
    let rule = of(properties, "RU").map(str::trim);
    let rule = rule.and_then(|rule| known.iter().find(|known| known.name.eq_ignore_ascii_case(rule)));
    let variant = rule.map(|rule| rule.name).or(asked.variant);
    let Some(size) = of(properties, "SZ").and_then(|size| size.trim().parse::<u32>().ok()) else {
        return AnyGame::open(name, variant, asked.size);
    };
    if known.iter().any(|known| known.size.is_some()) {
        return AnyGame::open(name, variant, asked.size.or(Some(size)));
    }
    AnyGame::open(name, variant.or(Some(&format!("{size}x{size}"))), asked.size)
}

// Whether it is of that game, where it says so.
fn is_of(properties: &[Property], name: &str) -> Result<(), String> {
    let number = NUMBERS.iter().find(|known| known.0 == name).map(|known| known.1);
    match of(properties, "GM") {
        Some(found) if number != Some(found.trim()) => {
            Err(format!("a game of number {}, not {name}", quoted(found)))
        }
        _ => Ok(()),
    }
}

fn fits(properties: &[Property], game: &AnyGame) -> Result<(), String> {
    let rows = square_rows(game)?.len();
    match of(properties, "SZ") {
        Some(size) if size.trim() != rows.to_string() => {
            Err(format!("a board of size {}, not {rows}", quoted(size)))
        }
        _ if ["AB", "AW", "AE"].iter().any(|name| of(properties, name).is_some()) => {
            Err("it puts stones on the board or takes them off, which is not read".to_owned())
        }
        _ => Ok(()),
    }
}

// Whether it is the turn of whoever is said to begin. (Later ones are of positions that are shown: the moves
// say whose they are.)
fn check_beginner(properties: &[Property], side: Side) -> Result<(), String> {
    let before = properties.iter().take_while(|(name, _)| colour(name).is_none());
    for (_, value) in before.filter(|(name, _)| name == "PL") {
        if colour(value.trim().to_uppercase().get(..1).unwrap_or("")) != Some(side) {
            return Err(format!("{} to move: it is {}'s turn", quoted(value), side.name()));
        }
    }
    Ok(())
}

fn colour(name: &str) -> Option<Side> {
    match name {
        "B" => Some(Side::Black),
        "W" => Some(Side::White),
        _ => None,
    }
}

fn of<'a>(properties: &'a [Property], name: &str) -> Option<&'a str> {
    properties.iter().find(|property| property.0 == name).map(|property| property.1.as_str())
}

fn moves_of(properties: &[Property], game: &AnyGame) -> Result<Vec<(Side, String)>, String> {
    let (rows, from_bottom) = (square_rows(game)?.len(), from_bottom(game));
    let moves = properties.iter().filter_map(|(name, value)| Some((colour(name)?, value)));
    Ok(moves.map(|(side, value)| (side, point(value, rows, from_bottom))).collect())
}

// The comments that stand between this move and the next; of 0, those before the first.
fn comment_after(properties: &[Property], number: usize) -> Option<String> {
    let is_move = |property: &&Property| colour(&property.0).is_some();
    let mut from = properties.iter();
    if let Some(before) = number.checked_sub(1) {
        from.by_ref().filter(is_move).nth(before)?;
    }
    let comments = from.take_while(|property| !is_move(property)).filter(|property| property.0 == "C");
    let comments: Vec<&str> = comments.map(|property| property.1.as_str()).collect();
    (!comments.is_empty()).then(|| comments.join("\n"))
}
