//! Games are chosen, begun, resigned, saved and loaded.

use super::{BLACK, BOTH, LONG, PLAIN, Sitting, WHITE, othello};
use crate::screens::tui::mind::Work;
use crate::setup;
use crate::table::{Ended, Swap};
use crate::values::Strength;
#[cfg(unix)]
use crate::values::{self, Seat};
use anyply_framework::{EngineSettings, Side};
use anyply_games::{AnyGame, TextGame};
use std::time::Duration;

#[test]
fn colours_are_found_by_swap2() {
    let game = || AnyGame::open("gomoku", None, None).unwrap();
    let swap = Swap::named(&game(), "swap2").unwrap();
    // The computer puts three stones, and a person chooses.
    let mut sitting = Sitting::begun(game(), WHITE, swap, PLAIN);
    sitting.screen.tick();
    assert!(sitting.screen.mind.is_at(Work::Opening), "the screen does not wait for them");
    assert!(sitting.picture(80, 24).contains("Thinking..."));
    sitting.until("three stones", |screen| screen.view.ply == 3);
    assert!(sitting.picture(80, 24).contains("Your choice, black, white or more (type it, after :)."));
    sitting.say("h16");
    assert!(sitting.screen.message.contains("expected black, white or more"), "{}", sitting.screen.message);
    sitting.say("black");
    sitting.until("White's move", |screen| screen.view.ply == 4);
    assert_eq!(sitting.screen.table.seats, BLACK);
    // A person puts them, and the computer chooses the colour that is ahead.
    let mut sitting = Sitting::begun(game(), BLACK, swap, PLAIN);
    ["h8", "a1", "h9"].iter().for_each(|mv| sitting.say(mv));
    sitting.until("a choice", |screen| screen.message.starts_with("The computer takes Black ("));
    assert_eq!((sitting.screen.table.seats.clone(), sitting.screen.view.ply), (WHITE, 3));
}

#[test]
fn a_new_game_is_chosen_with_its_rules() {
    let mut sitting = othello();
    sitting.press("nljl");
    let seen = sitting.picture(80, 24);
    assert!(seen.contains("gomoku") && seen.contains("standard"), "{seen}");
    sitting.press("jljl\n");
    let screen = &sitting.screen;
    assert_eq!((screen.table.game.name(), screen.geometry.places.len()), ("gomoku", 225));
    assert_eq!(screen.table.seats, WHITE);
    sitting.until("the computer begins", |screen| screen.table.game.moves_made().len() == 1);
    sitting.press("+");
    assert!(sitting.screen.message.contains("level 7"), "{}", sitting.screen.message);
}

#[test]
fn in_a_new_game_the_computer_draws_by_lot_anew() {
    let mut game = AnyGame::open("gomoku", None, None).unwrap();
    let config = setup::named_config(&game, "random").unwrap();
    game.configure(EngineSettings { config, ..game.default_settings() }).unwrap();
    let mut sitting = Sitting::begun(game, WHITE, None, PLAIN);
    sitting.screen.table.strength = Strength::default();
    sitting.screen.table.strength.limits.depth = Some(1);
    // That two of them are alike may be by lot.
    let first = ["", "n\n", "n\n"].map(|keys| {
        sitting.press(keys);
        sitting.until("the computer begins", |screen| screen.table.game.moves_made().len() == 1);
        sitting.screen.table.game.moves_made()[0].1.clone()
    });
    assert!(first.iter().any(|mv| *mv != first[0]), "{first:?}");
}

#[cfg(unix)]
#[test]
fn what_a_program_of_a_new_game_must_know_by_itself_stays_to_be_read() {
    let program = values::seat("cmd:nboard:cat").unwrap();
    let mut sitting = Sitting::at("othello", None, "", [Seat::Human, program], PLAIN);
    sitting.screen.table.strength = Strength::from_text("time 2s").unwrap();
    sitting.press("n\n");
    let untold = "White: nboard has no words for this time: it must keep it by itself.";
    assert_eq!(sitting.screen.notice, untold);
}

#[test]
fn one_resigns_only_if_one_means_it() {
    let mut sitting = othello();
    sitting.say("f5");
    sitting.press("xn");
    assert!(sitting.screen.table.ended.is_none());
    sitting.press("xy");
    assert!(matches!(sitting.screen.table.ended, Some(Ended::Resigned(Side::Black))));
    assert!(sitting.screen.message.contains("You resign"));
    sitting.say("d6");
    assert!(sitting.screen.message.contains("over"));
    let made = sitting.made();
    sitting.press("u");
    assert!(sitting.screen.table.ended.is_none());
    assert_eq!(sitting.made(), made, "the moves stay");
}

#[test]
fn the_time_until_one_resigns_stays_taken() {
    let mut sitting = othello();
    sitting.screen.turn_began -= Duration::from_secs(5);
    sitting.press("xy");
    let taken = sitting.screen.time_of(Side::Black);
    assert!(taken >= Duration::from_secs(5), "{taken:?}");
    assert_eq!(sitting.screen.time_of(Side::Black), taken, "and no more");
    sitting.press("u");
    sitting.say("f5");
    let made = sitting.screen.table.game.time_of(Side::Black);
    assert!(made >= taken, "the turn went on: {made:?}");
}

#[test]
fn the_computer_begins_its_turn_anew_when_a_resignation_in_it_is_taken_back() {
    let mut sitting = Sitting::at("othello", None, "", WHITE, PLAIN);
    sitting.screen.turn_began -= LONG;
    sitting.press("xyu");
    assert!(sitting.screen.table.ended.is_none() && sitting.screen.time_of(Side::Black) < LONG);
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let mut sitting = Sitting::at("othello", None, "f5d6", BOTH, PLAIN);
    sitting.press("s");
    sitting.press(&format!("{}\n", path.display()));
    assert!(path.is_file(), "{}", sitting.screen.message);
    sitting.press("u");
    sitting.say(&format!("load {}", path.display()));
    assert_eq!((sitting.made(), sitting.screen.view.ply), (2, 2), "{}", sitting.screen.message);
    let mut other = Sitting::at("gomoku", Some("caro"), "h8", BOTH, PLAIN);
    other.say(&format!("load {}", path.display()));
    assert_eq!((other.screen.table.game.name(), other.made()), ("othello", 2), "of whatever game");
    assert!(other.picture(80, 24).contains("Othello, 8x8"));
    sitting.say("load no such file");
    assert!(sitting.screen.message.contains("no such file"));
}

#[test]
fn a_new_game_begins_without_analysis() {
    let mut sitting = othello();
    sitting.press("an\n");
    assert!(!sitting.screen.analysis);
    sitting.say("f5");
    sitting.until("the computer moves", |screen| screen.table.game.moves_made().len() == 2);
}

#[test]
fn where_a_game_is_that_gave_way_stays_to_be_read() {
    let mut sitting = Sitting::at("othello", None, "f5d6", BLACK, PLAIN);
    sitting.screen.tick();
    sitting.screen.table.keeper.saved_as(std::path::Path::new("kept.ron"));
    sitting.press("nkl\n");
    sitting.until("the computer begins", |screen| screen.table.game.moves_made().len() == 1);
    let seen = sitting.picture(130, 45);
    assert!(seen.contains("--load kept.ron") && seen.contains("The computer plays"), "{seen}");
    sitting.press("d");
    assert!(!sitting.picture(130, 45).contains("kept.ron"), "until the person does something");
}

#[test]
fn the_last_line_goes_on_telling_the_result_and_what_is_shown() {
    let mut sitting = Sitting::at("othello", None, "f5d6", BLACK, PLAIN);
    sitting.press("[");
    assert!(sitting.picture(80, 24).contains("Looking back: White to move."), "as the panel marks it");
    sitting.press("xy[t");
    assert!(sitting.picture(80, 24).contains("Game over. You resign; the computer wins."));
}

#[test]
fn two_people_are_not_both_you() {
    let seen = Sitting::at("othello", None, "", BOTH, PLAIN).picture(80, 24);
    assert!(seen.contains("Black  a person") && seen.contains("White  a person"), "{seen}");
}
