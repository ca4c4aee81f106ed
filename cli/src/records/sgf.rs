//! SGF, the Smart Game Format (A. Hollosi, version 4), for games on a square board that have a number in it:
//! the main line of each record, with players, comments and the result.

use super::UNNAMED;
use crate::rows::square_rows;
use anyply_framework::{Asked, FormatError, Found, Record, Side, quoted};
use anyply_games::{AnyGame, TextGame};
use std::str::CharIndices;

/// The numbers that SGF has for games, its `GM`.
const NUMBERS: [(&str, &str); 2] = [("othello", "2"), ("gomoku", "4")];

/// The properties of which a record keeps all there is to keep. (`FF`, `CA`, `AP` and `ST` are about the
/// file; `PL` and `HA` are told apart.)
const KEPT: [&str; 15] =
    ["FF", "CA", "AP", "ST", "GM", "SZ", "RU", "PB", "PW", "RE", "B", "W", "C", "PL", "HA"];

const OTHERS: &str = "dates, clocks, marks and the like";
const HANDICAPS: &str = "handicaps";
const RULES: &str = "rules that are no variant here";

/// A name and its value.
type Property = (String, String);

/// The main line of a game: of variations, the first.
#[derive(Default)]
struct Line {
    properties: Vec<Property>,
    has_variations: bool,
}

/// Reads every game of a file; `game` is which one they are of, and `asked` how it is played, where they do
/// not say it.
pub(super) fn read(text: &str, game: Option<&str>, asked: Asked<'_>) -> Result<Found, String> {
    let games = games(text)?;
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
pub(crate) fn moves(text: &str, game: &AnyGame) -> Result<Vec<(Side, String)>, String> {
    let games = games(text)?;
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

// Where the rows of the game's notation are counted from the bottom, its board text has them apart.
fn from_bottom(game: &AnyGame) -> bool {
    game.position_text().contains('/')
}

fn of<'a>(properties: &'a [Property], name: &str) -> Option<&'a str> {
    properties.iter().find(|property| property.0 == name).map(|property| property.1.as_str())
}

fn moves_of(properties: &[Property], game: &AnyGame) -> Result<Vec<(Side, String)>, String> {
    let rows = square_rows(game)?.len();
    let moves = properties.iter().filter_map(|(name, value)| Some((colour(name)?, value)));
    Ok(moves.map(|(side, value)| (side, point(value, rows, from_bottom(game)))).collect())
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

// `dc`, column and row from the top left; some write `d3` as the game does; nothing is a pass.
fn point(value: &str, rows: usize, from_bottom: bool) -> String {
    let value = value.trim().to_lowercase();
    match value.as_bytes() {
        [] => "pass".to_owned(),
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            let row = usize::from(row - b'a') + 1;
            let row = if from_bottom { (rows + 1).saturating_sub(row) } else { row };
            format!("{}{row}", char::from(*column))
        }
        // No move; it will be told what it was, on one line.
        _ => value.chars().take(40).flat_map(char::escape_debug).collect(),
    }
}

fn games(text: &str) -> Result<Vec<Line>, String> {
    let no_sgf = |at| FormatError::at(text.as_bytes(), at, "no SGF, or cut short").to_string();
    let mut games = Vec::new();
    let mut found = Line::default();
    let (mut name, mut depth, mut done) = (String::new(), 0_usize, false);
    // Where the game begins, and whether a name waits for its value.
    let (mut begin, mut waits) = (0, false);
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        let is_bare = depth == 0 && c == '(' && !chars.as_str().trim_start().starts_with(';');
        match c {
            '(' | ')' | ';' if waits => return Err(no_sgf(at)),
            // Brackets alone are in many texts, such as one before the first game. Behind it, or with a
            // property in it, a game would be lost.
            '(' if is_bare && games.is_empty() && !has_property(chars.as_str()) => {}
            '(' if is_bare => return Err(no_sgf(at)),
            '(' => {
                begin = if depth == 0 { at } else { begin };
                depth += 1;
                name.clear();
            }
            ')' if depth == 1 => {
                games.push(std::mem::take(&mut found));
                (depth, done) = (0, false);
            }
            // The first line that ends is the main one.
            ')' if depth > 0 => (depth, done) = (depth - 1, true),
            ';' => name.clear(),
            '[' if depth > 0 => {
                let value = value(&mut chars).filter(|_| !name.is_empty()).ok_or_else(|| no_sgf(at))?;
                waits = false;
                match done {
                    true => found.has_variations = true,
                    false => found.properties.push((name.clone(), value)),
                }
            }
            // A further value has the name of the one before it; earlier versions write small letters between
            // the capital ones.
            c if depth > 0 && c.is_ascii_alphabetic() => {
                if !waits {
                    name.clear();
                }
                waits = true;
                name.extend(Some(c).filter(char::is_ascii_uppercase));
            }
            _ => {}
        }
    }
    if games.is_empty() || depth > 0 { Err(no_sgf(begin)) } else { Ok(games) }
}

// Whether there is one up to the next bracket.
fn has_property(text: &str) -> bool {
    let text = text.split(['(', ')']).next().unwrap_or("");
    text.as_bytes().windows(2).any(|two| two[0].is_ascii_uppercase() && two[1] == b'[')
}

// Nothing, where it does not end.
fn value(chars: &mut CharIndices<'_>) -> Option<String> {
    let mut value = String::new();
    loop {
        match chars.next()?.1 {
            ']' => return Some(value),
            '\\' => {
                // A line that is only broken goes on.
                let breaks = ["\r\n", "\n\r", "\n", "\r"];
                match breaks.iter().find(|soft| chars.as_str().starts_with(**soft)) {
                    Some(soft) => {
                        chars.nth(soft.len() - 1);
                    }
                    None => value.extend(chars.next().map(|(_, c)| c)),
                }
            }
            c => value.push(c),
        }
    }
}

/// A game as one line.
pub(super) fn line(record: &Record) -> Result<String, String> {
    let number = NUMBERS.iter().find(|known| known.0 == record.game).map(|known| known.1);
    let number = number.ok_or_else(|| format!("{} has no number in SGF", record.game))?;
    let game = AnyGame::resume(record)?;
    let rows = square_rows(&game)?.len();
    let escaped = |text: &str| text.replace('\\', "\\\\").replace(']', "\\]");
    let mut text = format!("(;GM[{number}]FF[4]CA[UTF-8]AP[anyply]SZ[{rows}]");
    // Where it is no matter of the board's size.
    if record.size.is_some() {
        text += &format!("RU[{}]", record.variant);
    }
    for (name, player) in [("PB", &record.black), ("PW", &record.white)] {
        if !player.is_empty() {
            text += &format!("{name}[{}]", escaped(player));
        }
    }
    let resigned = record.resigned().map(|side| format!("{}+R", &(!side).name()[..1]));
    let ended = game.outcome().map(|outcome| match outcome.winner {
        None => "0".to_owned(),
        Some(winner) => {
            format!(
                "{}+{}",
                &winner.name()[..1],
                outcome.margin.map_or(String::new(), |margin| margin.to_string())
            )
        }
    });
    if let Some(result) = ended.or(resigned) {
        text += &format!("RE[{result}]");
    }
    for ((side, mv), played) in game.moves_made().into_iter().zip(&record.moves) {
        let name = &side.name()[..1];
        text += &format!(";{name}[{}]", sgf_point(&mv, rows, from_bottom(&game)));
        if !played.comment.is_empty() {
            text += &format!("C[{}]", escaped(&played.comment));
        }
    }
    Ok(text + ")")
}

fn sgf_point(mv: &str, rows: usize, from_bottom: bool) -> String {
    let place = mv.split_at_checked(1).and_then(|(column, row)| Some((column, row.parse::<usize>().ok()?)));
    let Some((column, row)) = place else { return String::new() };
    let row = if from_bottom { rows - row } else { row - 1 };
    format!("{column}{}", char::from(b'a' + row as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_as(text: &str, game: &str) -> Result<String, String> {
        let game = AnyGame::open(game, None, None).unwrap();
        let moves = moves(text, &game)?;
        Ok(moves.iter().map(|(side, mv)| format!("{side} {mv}")).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn the_main_line_is_read_in_the_notation_of_the_game() {
        let text = "(;GM[2]SZ[8]PB[a \\] b]C[x;y(]\n;B[fe];W[f6](;B[]C[first])(;B[aa]))";
        assert_eq!(read_as(text, "othello").unwrap(), "black f5, white f6, black pass");
        assert_eq!(read_as("(;GM[4]SZ[15];B[hh];W[aa])", "gomoku").unwrap(), "black h8, white a15");
    }

    #[test]
    fn names_of_earlier_versions_and_values_over_several_lines_are_read() {
        let text = "( ;GaMe[2]SiZe[8] ;Black[fe]White[df]\nC[one \\\nline\\\r\n\\] and\nanother];Black[cc])";
        assert_eq!(read_as(text, "othello").unwrap(), "black f5, white d6, black c3");
        let record = read(text, None, Asked::default()).unwrap().records.remove(0);
        assert_eq!(record.moves[1].comment, "one line] and\nanother");
    }

    #[test]
    fn other_games_and_boards_and_torn_files_are_refused() {
        for (text, told) in [
            ("(;GM[1];B[aa])", "'1', not othello"),
            ("(;SZ[19];B[aa])", "size '19', not 8"),
            ("(;AB[aa];B[fe])", "stones on the board"),
            ("(;B[fe];AE[ed])", "stones on the board or takes them off"),
            ("(;B[aa", "cut short"),
            ("(;B[aa]", "cut short"),
            ("(;B[aa])\n(;B[aa", "2:4: no SGF, or cut short"),
            ("(;B[aa])\n(;B[aa]", "2:1: no SGF, or cut short"),
            ("hello", "1:1: no SGF, or cut short"),
            ("", "cut short"),
            ("(hello world)", "1:1: no SGF"),
            ("(;B[fe])\n(B[fe])", "2:1: no SGF"),
            ("(B[fe])\n(;B[fe])", "1:1: no SGF"),
            ("(anyply_record: 1, moves: [(mv: \"f5\")])", "1:1: no SGF"),
            ("(;hello)", "1:8: no SGF"),
            ("(;b[fe];w[df])", "1:4: no SGF"),
            ("(;GM[2]b[fe])", "1:9: no SGF"),
            ("(;GM[2](;B;W))", "1:11: no SGF"),
            ("(;GM[2\n\x1b[31m];B[fe])", r"'2\n\u{1b}[31m', not othello"),
            ("(;SZ[8\n\n= x];B[fe])", r"'8\n\n= x', not 8"),
        ] {
            assert!(read_as(text, "othello").unwrap_err().contains(told), "{text}");
        }
        for text in ["(;GM[2]PL[W])", "(;GM[2]PL[W];B[fe])"] {
            let told = read(text, None, Asked::default()).unwrap_err();
            assert_eq!(told, "'W' to move: it is Black's turn", "{text}");
        }
        for later in ["(;GM[2]PL[B];B[fe]PL[black])", "(;GM[2];B[fe];PL[B]W[df])"] {
            assert!(read(later, None, Asked::default()).is_ok(), "{later}");
        }
        // Also where the game has no number.
        for game in ["othello", "dvonn"] {
            let go = read("(;GM[1]SZ[19];B[pd])", Some(game), Asked::default()).unwrap_err();
            assert_eq!(go, format!("a game of number '1', not {game}"));
        }
        let torn = read("(;GM[2];B[fe];W[df\n\n= hi\n\n;B[ce])", None, Asked::default()).unwrap_err();
        assert!(torn.starts_with(r"move 2, df\n\n= hi\n\n;b[ce: ") && !torn.contains('\n'), "{torn}");
    }

    #[test]
    fn players_comments_and_resignations_come_back() {
        let mut game = AnyGame::open("othello", None, None).unwrap();
        game.play_moves("f5d6c3").unwrap();
        game.annotate(std::time::Duration::ZERO, "a [strong] move \\ perhaps");
        let mut record = game.record(["Ann", "Bob"]);
        record.result = Some(Record::resignation(Side::White));
        let text = line(&record).unwrap() + &line(&record).unwrap();
        let found = read(&text, None, Asked::default()).unwrap();
        assert_eq!((&found.records[..], found.left_out.len()), (&[record.clone(), record][..], 0));
    }

    #[test]
    fn the_rule_comes_back_and_one_that_is_asked_for_holds_where_none_is_told() {
        let mut game = AnyGame::open("gomoku", Some("standard"), Some(19)).unwrap();
        game.play_moves("h8i9").unwrap();
        let text = line(&game.record(["", ""])).unwrap();
        let caro = Asked { variant: Some("caro"), size: None };
        let read = |text: &str, asked| {
            let record = read(text, None, asked).unwrap().records.remove(0);
            (record.variant, record.size)
        };
        let of = |variant: &str| (variant.to_owned(), Some(19));
        for (text, asked, variant) in [
            (text.clone(), caro, "standard"),
            (text.replace("RU[standard]", "RU[Renju]"), Asked::default(), "renju"),
            (text.replace("RU[standard]", "RU[Japanese]"), Asked::default(), "freestyle"),
            (text.replace("RU[standard]", ""), caro, "caro"),
        ] {
            assert_eq!(read(&text, asked), of(variant), "{text}");
        }
    }

    #[test]
    fn what_a_record_has_no_room_for_is_told() {
        let of = |head: &str| read(&format!("(;GM[2]{head};B[fe])"), None, Asked::default()).unwrap();
        for result in ["B+T", "W+F", "W+12"] {
            assert_eq!(of(&format!("RE[{result}]")).left_out, [Found::RESULTS], "{result}");
        }
        assert_eq!(of("C[a word first]").left_out, ["comments before the first move"]);
        assert_eq!(of("HA[2]").left_out, ["handicaps"]);
        for other in ["DT[2020-01-01]EV[Open]", "N[start]", "TM[300]OT[5x30]"] {
            assert_eq!(of(other).left_out, ["dates, clocks, marks and the like"], "{other}");
        }
        assert_eq!(of("RU[anti]").left_out, ["rules that are no variant here"]);
        assert_eq!(of("FF[4]CA[UTF-8]AP[a:1]ST[2]SZ[8]RU[ ]PB[A]PW[B]RE[?]HA[0]PL[B]").left_out, [""; 0]);
        let clocks = read("(;GM[2];B[fe]BL[10];W[df]C[one];C[two];B[cc])", None, Asked::default()).unwrap();
        assert_eq!(clocks.left_out, ["dates, clocks, marks and the like"]);
        assert_eq!(clocks.records[0].moves[1].comment, "one\ntwo");
        let varied = |text: &str| read(text, None, Asked::default()).unwrap().left_out == ["variations"];
        assert!(varied("(;GM[4]SZ[15];B[hh](;W[aa])(;W[bb];B[cc]))"));
        assert!(varied("(;GM[2];B[fe])(;GM[2];B[fe](;W[ff])(;C[or so]))"), "in the second game");
        assert!(!varied("(;GM[4]SZ[15];B[hh](;W[aa](;B[bb])))(;GM[4]SZ[15];B[hh])"), "one line in brackets");
        assert!(!varied(":) (;GM[2];B[fe])"), "before the game");
        assert!(!varied("Games of (2020):\n(;GM[2];B[fe])"), "before the game");
        let resigned = of("RE[b+r]");
        assert_eq!((resigned.records[0].resigned(), resigned.left_out.len()), (Some(Side::White), 0));
    }
}
