//! What the screen looks like, kept as text. `ANYPLY_RECORD=1` writes the files anew: look at them before
//! they are committed.

use super::{ASCII, BLACK, BOTH, COLOURED, LONG, PLAIN, Sitting, WHITE};
use crate::screens::tui::look::Look;
use crate::screens::tui::mind::{Thought, Work};
use crate::screens::tui::screen::Popup;
use crate::values::Seat;
use anyply_framework::search::Clock;
use anyply_framework::{Certainty, Score, Side};
use anyply_games::{AnyGame, TextGame, TextLine, TextReport};
use ratatui::style::Color;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A game, its variant, moves, and who sits at it.
type Kind = (&'static str, Option<&'static str>, &'static str, [Seat; 2]);

/// A game of each kind, in which everything that is drawn is to be seen.
static GAMES: [Kind; 3] = [
    ("othello", None, "f5d6c3d3c4f4c5b3c2e3d2c6b4", BLACK),
    ("gomoku", Some("renju"), "h8h9i8g8j10f6i9i10g10", WHITE),
    ("dvonn", Some("random"), "", WHITE),
];

fn sitting(look: Look, (name, variant, moves, seats): &Kind) -> Sitting {
    let mut sitting = Sitting::at(name, *variant, moves, seats.clone(), look);
    if *name == "dvonn" {
        // The board is drawn by lot, the moves with it.
        for turn in 0..16 {
            let game = &mut sitting.screen.table.game;
            let moves = game.legal_moves();
            game.play_text(&moves[turn * 7 % moves.len()]).unwrap();
        }
    }
    sitting.screen.refresh();
    let screen = &mut sitting.screen;
    // However long the machine takes, nobody has thought yet.
    screen.turn_began = Instant::now() + LONG;
    let (made, side) = (screen.view.ply, screen.view.side);
    for ply in 0..=made {
        let cents = (ply as i32 * 137) % 900 - 300;
        screen.evaluations.note(ply, Side::Black, Score::from_cents(cents));
    }
    let best = screen.table.game.legal_moves().into_iter().take(4).collect();
    screen.mind.show(Thought { work: Work::Move, ply: made, side, report: Some(report(best)) });
    sitting
}

fn report(moves: Vec<String>) -> TextReport {
    TextReport {
        depth: 12,
        lines: vec![TextLine { score: Score::from_cents(-129), certainty: Certainty::Heuristic, moves }],
        nodes: 1_234_567,
        elapsed: Duration::from_millis(500),
        ..TextReport::default()
    }
}

fn compare(name: &str, seen: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/screens/tui/tests/snapshots");
    let path = folder.join(format!("{name}.txt"));
    if std::env::var_os("ANYPLY_RECORD").is_some() {
        std::fs::write(&path, seen).unwrap();
    }
    let kept = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; ANYPLY_RECORD=1 records it", path.display()));
    assert!(kept == seen, "{}:\n{kept}\nis now:\n{seen}", path.display());
}

#[test]
fn every_game_is_shown_at_80x24_without_colours_and_larger() {
    for game in &GAMES {
        for (look, name, width, height) in
            [(COLOURED, "80x24", 80, 24), (PLAIN, "80x24-plain", 80, 24), (COLOURED, "130x45", 130, 45)]
        {
            compare(&format!("{}-{name}", game.0), &sitting(look, game).picture(width, height));
        }
    }
}

#[test]
fn the_readme_shows_what_is_seen() {
    let readme = include_str!("../../../../../README.md");
    let shown = readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!(shown, Some(sitting(PLAIN, &GAMES[2]).picture(80, 24).as_str()));
}

#[test]
fn what_ascii_has_is_enough() {
    for game in &GAMES {
        let seen = sitting(ASCII, game).picture(80, 24);
        assert!(seen.is_ascii(), "{seen}");
    }
    compare("gomoku-80x24-ascii", &sitting(ASCII, &GAMES[1]).picture(80, 24));
}

#[test]
fn a_strength_and_its_clock_fit_80_columns() {
    let mut sitting = Sitting::at("dvonn", None, "", WHITE, PLAIN);
    let clock = Clock { left: Duration::from_secs(300), increment: Duration::from_millis(2500) };
    sitting.screen.table.strength.limits.clock = Some(clock);
    sitting.screen.table.clocks = [Some(clock); 2];
    let seen = sitting.picture(80, 24);
    assert!(seen.contains("Black  level 5") && seen.contains(" 5:00+2s500ms"), "{seen}");
    sitting.screen.table.strength.level = None;
    sitting.screen.table.clocks = [Some(Clock { increment: Duration::ZERO, ..clock }); 2];
    let seen = sitting.picture(80, 24);
    assert!(seen.contains("Black  cl") && seen.contains(" 5:00 left"), "{seen}");
}

#[test]
fn stacks_of_ten_and_more_are_told_apart_beside_each_other() {
    let board = "-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/*w10,*b11,-,-,-,-,-,-,-,-,*d1/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,- w";
    for (look, due) in [(PLAIN, "3 |O10*X11*"), (COLOURED, "3 |10*|11*|")] {
        let mut game = AnyGame::open("dvonn", None, None).unwrap();
        game.set_position(board, None).unwrap();
        let seen = Sitting::begun(game, BOTH, None, look).picture(80, 24);
        assert!(seen.contains(due), "{seen}");
    }
}

#[test]
fn windows_over_the_board_fit_80x24() {
    let mut sitting = sitting(PLAIN, &GAMES[0]);
    sitting.press("?");
    let help = sitting.picture(80, 24);
    assert!(help.contains("forbidden") && help.contains("└"), "{help}");
    compare("help", &help);
    let narrow = sitting.picture(44, 24);
    assert!(narrow.contains("q  leave; the game is saved"), "{narrow}");
    // What there is no room for comes with the next lines.
    assert!(!narrow.contains("forbidden") && narrow.contains("any other key closes"), "{narrow}");
    for _ in 0..40 {
        sitting.press("j");
        sitting.picture(44, 24);
    }
    let narrow = sitting.picture(44, 24);
    assert!(narrow.contains("forbidden") && narrow.contains("└"), "{narrow}");
    sitting.press(" n");
    compare("new-game", &sitting.picture(80, 24));
    sitting.press("\u{1b}x");
    assert!(sitting.picture(80, 24).contains("Give the game up?"));
    let lines = (0..60).map(|line| format!("line {line}")).collect();
    sitting.screen.popup = Some(Popup::Text { title: "Long".to_owned(), lines, from: 0 });
    assert!(sitting.picture(80, 24).contains("line 20"));
    sitting.press("jjj");
    let seen = sitting.picture(80, 24);
    assert!(!seen.contains("│ line 2 ") && seen.contains("│ line 3 "), "{seen}");
}

#[test]
fn without_colours_there_are_none() {
    for game in &GAMES {
        let buffer = sitting(PLAIN, game).buffer(80, 24);
        let colourless = |cell: &ratatui::buffer::Cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset);
        assert!(buffer.content.iter().all(colourless), "{}", game.0);
    }
}

#[test]
fn a_coloured_board_brings_its_own_ground_and_only_the_sixteen_colours() {
    for game in &GAMES {
        let buffer = sitting(COLOURED, game).buffer(80, 24);
        for cell in &buffer.content {
            assert!(!matches!(cell.fg, Color::Rgb(..) | Color::Indexed(_)), "{}", game.0);
            let own = matches!(cell.fg, Color::Black | Color::White);
            assert!(!own || cell.bg != Color::Reset, "{}: {:?} on whatever ground", game.0, cell);
        }
    }
}

#[test]
fn every_board_is_drawn_at_every_size() {
    for game in AnyGame::all() {
        let variant = game.variant();
        if variant.size.is_some_and(|size| size != 15) {
            continue;
        }
        let mut sitting = Sitting::at(game.name(), Some(variant.name), "", BLACK, PLAIN);
        for (width, height) in
            [(1, 1), (3, 2), (10, 3), (40, 12), (44, 24), (60, 24), (80, 10), (79, 23), (300, 100)]
        {
            sitting.picture(width, height);
            sitting.press("?");
            sitting.picture(width, height);
            sitting.press("?n");
            sitting.picture(width, height);
            sitting.press("\u{1b}:abc");
            sitting.picture(width, height);
            sitting.press("\u{1b}");
        }
        let small = sitting.picture(20, 8);
        assert!(small.contains("Too small"), "{}:\n{small}", game.name());
        let large = sitting.picture(80, 24);
        assert!(large.contains("Computer"), "{}:\n{large}", game.name());
    }
}
