//! Games are played, walked through, taken back and begun anew by keys and mouse.

use super::{BLACK, BOTH, PLAIN, Sitting, WHITE};
use crate::screens::tui::mind::Work;
use crate::screens::tui::screen::{Event, Popup};
use crate::setup;
use crate::table::{Ended, Swap};
#[cfg(unix)]
use crate::values::{self, Seat};
use crate::values::{LevelChoice, Strength};
use anyply_framework::search::Clock;
use anyply_framework::{EngineSettings, Side};
use anyply_games::{AnyGame, TextGame};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use std::time::{Duration, Instant};

fn othello() -> Sitting {
    Sitting::at("othello", None, "", BLACK, PLAIN)
}

fn click(sitting: &mut Sitting, kind: MouseEventKind, name: &str) {
    sitting.picture(80, 24);
    let screen = &mut sitting.screen;
    let place = screen.geometry.places.iter().find(|place| place.name == name).unwrap();
    let (column, row) = screen.layout.unwrap().cell(screen.geometry.ground, place.at);
    let (column, row) = (column as u16, row as u16);
    let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    screen.handle(Event::Input(Input::Mouse(mouse)));
}

#[test]
fn a_move_is_made_by_keys_by_mouse_and_typed() {
    let click_on = MouseEventKind::Down(MouseButton::Left);
    let ways: [&dyn Fn(&mut Sitting); 3] =
        [&|sitting| sitting.press("\t\n"), &|sitting| click(sitting, click_on, "f5"), &|sitting| {
            sitting.say("f5")
        }];
    for way in ways {
        let mut sitting = othello();
        way(&mut sitting);
        assert_eq!(sitting.made(), 1, "{}", sitting.screen.message);
        sitting.until("the answer", |screen| screen.table.game.moves_made().len() == 2);
        assert!(sitting.screen.message.contains("The computer plays"), "{}", sitting.screen.message);
        assert!(sitting.picture(80, 24).contains("Your move, Black."));
    }
}

#[test]
fn the_board_is_turned_until_it_is_turned_back() {
    let rows = |sitting: &mut Sitting| -> String {
        let first = |line: &str| line.trim_start().chars().next().filter(char::is_ascii_digit);
        sitting.picture(80, 24).lines().filter_map(first).collect()
    };
    let mut sitting = othello();
    assert_eq!(rows(&mut sitting), "12345678");
    sitting.press("b");
    assert_eq!(rows(&mut sitting), "87654321");
    click(&mut sitting, MouseEventKind::Down(MouseButton::Left), "f5");
    assert_eq!(sitting.made(), 1, "{}", sitting.screen.message);
    sitting.press("n\n");
    assert_eq!((sitting.made(), rows(&mut sitting)), (0, "87654321".to_owned()));
    let name = |sitting: &Sitting| sitting.screen.geometry.places[sitting.screen.cursor].name.clone();
    sitting.screen.cursor = 0;
    let legal = ["e6", "f5", "c4", "d3"].map(|_| {
        sitting.press("\t");
        name(&sitting)
    });
    assert_eq!(legal, ["e6", "f5", "c4", "d3"], "from a1 round the board, in reading order from row 8 on");
    sitting.say("turn");
    assert_eq!(rows(&mut sitting), "12345678");

    let mut sitting = Sitting::at("dvonn", Some("random"), "", WHITE, PLAIN);
    sitting.press("b");
    let began = name(&sitting);
    sitting.press("kk");
    assert_eq!((began.as_str(), name(&sitting).as_str()), ("F3", "F1"), "along the column");
    sitting.press("jj");
    assert_eq!(name(&sitting), "F3");
}

#[test]
fn the_cursor_goes_by_arrows_and_letters() {
    let mut sitting = othello();
    let name = |sitting: &Sitting| sitting.screen.geometry.places[sitting.screen.cursor].name.clone();
    assert_eq!(name(&sitting), "d4");
    sitting.press("ll");
    sitting.key(KeyCode::Down);
    assert_eq!(name(&sitting), "f5");
    sitting.press("hk");
    sitting.key(KeyCode::Left);
    assert_eq!(name(&sitting), "d4");
    sitting.press("\n");
    assert!(sitting.screen.message.contains("d4, white disc: no legal move"), "{}", sitting.screen.message);
}

#[test]
fn a_stack_is_chosen_first_and_then_where_to() {
    let mut sitting = Sitting::at("dvonn", Some("random"), "", BOTH, PLAIN);
    sitting.press("\t\n");
    assert_eq!(sitting.screen.picked.len(), 1);
    assert!(sitting.picture(80, 24).contains('<'));
    sitting.press("\u{1b}");
    assert!(sitting.screen.picked.is_empty(), "Esc puts it back");
    sitting.press("\n\n");
    assert!(sitting.screen.picked.is_empty(), "so does choosing it again");
    sitting.press("\n\t\n");
    assert_eq!(sitting.made(), 1, "{}", sitting.screen.message);
    let (changed, before) = sitting.screen.changing();
    assert!(changed.len() >= 2 && before.is_some(), "where from and where to are shown");
}

#[test]
fn a_forbidden_point_is_refused_with_its_reason() {
    let mut sitting = Sitting::at("gomoku", Some("renju"), "h8a1h9a2i7a3j7a4", BOTH, PLAIN);
    assert!(!sitting.screen.view.refusals.is_empty());
    let place = sitting.screen.view.refusals[0].place;
    sitting.screen.choose(place);
    assert!(sitting.screen.message.contains("not allowed: "), "{}", sitting.screen.message);
    assert!(sitting.picture(80, 24).contains(">x<"));
}

#[test]
fn moves_are_walked_through_and_the_game_is_not_lost() {
    let mut sitting = Sitting::at("othello", None, "f5d6c3", BOTH, PLAIN);
    sitting.press("[[");
    assert_eq!((sitting.screen.view.ply, sitting.made()), (1, 3));
    assert!(sitting.picture(80, 24).contains("After 1 of 3 moves"));
    sitting.say("f4");
    assert_eq!(sitting.made(), 3, "a look back is no move");
    sitting.press("]");
    assert_eq!(sitting.screen.view.ply, 2);
    sitting.key(KeyCode::Home);
    assert_eq!(sitting.screen.view.ply, 0);
    sitting.key(KeyCode::End);
    assert_eq!((sitting.screen.view.ply, sitting.screen.walk), (3, None));
    sitting.press("[g");
    assert_eq!((sitting.made(), sitting.screen.view.ply), (2, 2));
    sitting.press("r");
    assert_eq!(sitting.made(), 3);
    click(&mut sitting, MouseEventKind::ScrollUp, "a1");
    assert_eq!(sitting.screen.view.ply, 2, "the wheel walks too");
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let mut sitting = othello();
    sitting.press("u");
    assert!(sitting.screen.message.contains("no move of yours"));
    sitting.say("f5");
    sitting.until("the answer", |screen| screen.table.game.moves_made().len() == 2);
    sitting.press("u");
    assert_eq!(sitting.made(), 0);
    sitting.press("r");
    assert_eq!(sitting.made(), 2);
    sitting.press("w");
    assert!(sitting.screen.message.contains("You are White"));
    sitting.until("the computer has Black", |screen| screen.table.game.moves_made().len() == 3);
}

#[test]
fn a_forced_pass_stands_in_nobodys_way_back() {
    // White has no move after the last.
    let moves = "c2d2e4b2b1b4a1f4e5a2e1e6a3e2d1";
    let mut sitting = Sitting::at("othello", Some("6x6"), moves, BOTH, PLAIN);
    let mut made_after = |keys: &str| {
        sitting.press(keys);
        sitting.screen.seen();
        sitting.screen.tick();
        sitting.made()
    };
    assert_eq!(made_after("a"), 16, "the pass is made by itself");
    assert_eq!([made_after("u"), made_after("u")], [14, 13]);
    assert_eq!([made_after("r"), made_after("r")], [14, 16]);
    assert_eq!(made_after(":f1\n"), 17);
    assert_eq!(made_after("[[g"), 16, "the pass stays where one goes on before it");
    assert_eq!([made_after("r"), made_after("u")], [17, 16]);
    sitting.press("[g");
    assert!(sitting.screen.message.starts_with("only a forced pass follows"), "{}", sitting.screen.message);
    sitting.press("r");
    assert_eq!(sitting.made(), 17, "nothing was taken back");
}

#[test]
fn the_computer_is_interrupted_in_its_thoughts() {
    let mut sitting = othello();
    sitting.screen.table.strength = Strength::default();
    sitting.screen.table.strength.limits.time = Some(super::LONG * 10);
    let thinks = |screen: &super::Screen| {
        screen.mind.is_at(Work::Move) && screen.mind.shown().is_some_and(|thought| thought.report.is_some())
    };
    sitting.say("f5");
    sitting.until("it thinks", thinks);
    let seen = sitting.picture(80, 24);
    assert!(seen.contains("Thinking, for White") && seen.contains("discs"), "{seen}");
    sitting.press("\t\n");
    assert!(sitting.screen.message.contains("computer's turn"));
    sitting.press("\u{1b}");
    let pressed = Instant::now();
    sitting.until("a while is over", |_| pressed.elapsed() > Duration::from_millis(300));
    assert!(thinks(&sitting.screen), "Esc leaves it alone");
    sitting.press(".");
    sitting.until("it moves", |screen| screen.table.game.moves_made().len() == 2);
    sitting.say("u");
    sitting.say("f5");
    sitting.until("it thinks again", thinks);
    sitting.press("u");
    assert_eq!(sitting.made(), 0);
    assert!(sitting.screen.mind.current().is_none());
}

#[test]
fn analysis_shows_the_best_lines_as_they_come() {
    let mut sitting = othello();
    sitting.press("a");
    let lines = |ply: usize| {
        move |screen: &super::Screen| {
            let shown = screen.mind.shown().filter(|thought| thought.ply == ply);
            let report = shown.and_then(|thought| thought.report.as_ref());
            report.is_some_and(|report| report.depth > 1 && report.lines.len() > 1)
        }
    };
    sitting.until("lines", lines(0));
    sitting.say("f5");
    sitting.until("lines after a move, and the computer does not move", lines(1));
    sitting.say("d6");
    sitting.press("[");
    sitting.until("lines of what is shown", lines(1));
    assert!(sitting.picture(80, 24).contains("Analysis, for White"));
    sitting.press("]u");
    assert_eq!(sitting.made(), 1, "one move is taken back, not two");
    sitting.press("a");
    sitting.until("the game goes on", |screen| screen.table.game.moves_made().len() == 2);
}

#[test]
fn hints_and_reasons_come_without_stopping_the_screen() {
    let mut sitting = othello();
    sitting.screen.table.strength.limits.depth = Some(4);
    sitting.press("t");
    sitting.until("a hint", |screen| screen.message.starts_with("Hint: "));
    assert_eq!(sitting.screen.hinted, [sitting.screen.cursor]);
    sitting.press("\n");
    sitting.until("the answer", |screen| screen.table.game.moves_made().len() == 2);
    sitting.press("y");
    sitting.until("reasons", |screen| screen.popup.is_some());
    assert!(sitting.picture(80, 24).contains("My last move was"));
    sitting.press(" ");
    assert!(sitting.screen.popup.is_none());
}

#[test]
fn a_hint_goes_with_the_position_it_was_for() {
    for way in ["[[g", "u", "\n"] {
        let mut sitting = Sitting::at("othello", None, "f5f4", BOTH, PLAIN);
        sitting.screen.table.strength.limits.depth = Some(2);
        sitting.press("t");
        sitting.until("a hint", |screen| screen.message.starts_with("Hint: "));
        assert!(sitting.picture(80, 24).contains("Hint, for Black"));
        sitting.press("[");
        assert!(!sitting.picture(80, 24).contains("Hint, for"), "an earlier position");
        sitting.press("]");
        assert!(sitting.picture(80, 24).contains("Hint, for Black"));
        sitting.press(way);
        assert_ne!(sitting.made(), 2, "{}", sitting.screen.message);
        assert!(!sitting.picture(80, 24).contains("Hint, for"), "{way}");
    }
    let mut sitting = Sitting::at("othello", None, "f5f4", BOTH, PLAIN);
    sitting.screen.table.strength.limits.depth = Some(2);
    sitting.press("t[");
    sitting.until("a hint", |screen| screen.message.starts_with("The hint was found meanwhile"));
    assert!(sitting.screen.hinted.is_empty() && !sitting.picture(80, 24).contains("Hint, for"));
    sitting.press("]");
    assert!(sitting.picture(80, 24).contains("Hint, for Black"));
}

#[test]
fn a_program_that_failed_once_elsewhere_has_not_failed_here() {
    for way in ["u", "n\n", ":c3\n"] {
        let mut sitting = Sitting::at("othello", None, "f5d6", BOTH, PLAIN);
        sitting.screen.failed = true;
        sitting.press(way);
        assert_ne!(sitting.made(), 2, "{}", sitting.screen.message);
        assert!(!sitting.screen.failed, "{way}");
    }
    let mut sitting = Sitting::at("othello", None, "f5d6", BOTH, PLAIN);
    sitting.screen.failed = true;
    sitting.press("aa");
    assert!(sitting.screen.failed, "an analysis leads nowhere else");
}

#[test]
fn every_position_gets_its_point_of_the_graph() {
    let mut sitting = Sitting::at("othello", None, "f5d6c3", BOTH, PLAIN);
    sitting.until("a graph", |screen| screen.evaluations.unknown(3).is_none());
}

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
fn nothing_is_promised_that_is_refused() {
    let mut sitting = Sitting::at("othello", None, "", WHITE, PLAIN);
    sitting.screen.table.strength.limits.time = Some(super::LONG * 10);
    sitting.screen.tick();
    sitting.press("\t\n");
    assert!(sitting.screen.message.contains("computer's turn"), "{}", sitting.screen.message);
    assert!(!sitting.screen.message.contains("takes back"), "{}", sitting.screen.message);
    sitting.press("xy");
    assert!(
        sitting.screen.message.ends_with("n begins another, u takes back."),
        "{}",
        sitting.screen.message
    );
    sitting.press("u");
    assert!(sitting.screen.table.ended.is_none(), "{}", sitting.screen.message);
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
fn what_is_asked_while_looking_back_is_of_what_is_shown() {
    let mut sitting = Sitting::at("dvonn", None, "A1B1C1", BOTH, PLAIN);
    let told = |sitting: &mut Sitting, asked: &str| {
        sitting.say(asked);
        match sitting.screen.popup.take() {
            Some(Popup::Text { lines, .. }) => lines.join(" "),
            _ => panic!("{asked}: {}", sitting.screen.message),
        }
    };
    for (ply, next) in ["A1", "B1", "C1"].into_iter().enumerate() {
        sitting.screen.walk_to(ply);
        assert!(told(&mut sitting, "moves").contains(next), "{ply}");
        assert!(!told(&mut sitting, "hint areas").contains(next), "{ply}");
    }
    sitting.key(KeyCode::End);
    assert!(told(&mut sitting, "hint areas").contains("C1") && !told(&mut sitting, "moves").contains("C1"));
    assert_eq!(sitting.made(), 3);
}

#[test]
fn stronger_is_stronger_than_where_auto_stands() {
    let mut sitting = othello();
    sitting.screen.table.strength.level = Some(LevelChoice::Auto);
    sitting.press("+");
    assert!(sitting.screen.message.contains("level 6"), "{}", sitting.screen.message);
}

#[test]
fn another_level_leaves_the_clock_beside_it_and_takes_the_place_of_one_alone() {
    let mut sitting = othello();
    let clocks = [Some(Clock { left: Duration::from_secs(300), increment: Duration::ZERO }); 2];
    sitting.screen.table.strength.limits.clock = clocks[0];
    sitting.screen.table.clocks = clocks;
    sitting.press("+");
    assert!(sitting.screen.message.contains("level 6 clock 5m+0s"), "{}", sitting.screen.message);
    assert_eq!(sitting.screen.table.clocks, clocks);
    sitting.screen.table.strength.level = None;
    sitting.press("+");
    assert!(sitting.screen.message.contains("level 5:"), "{}", sitting.screen.message);
    assert_eq!(sitting.screen.table.clocks, [None; 2]);
}

#[test]
fn two_people_are_not_both_you() {
    let seen = Sitting::at("othello", None, "", BOTH, PLAIN).picture(80, 24);
    assert!(seen.contains("Black  a person") && seen.contains("White  a person"), "{seen}");
}

#[test]
fn wrong_words_are_answered() {
    let mut sitting = othello();
    for (typed, answer) in
        [("zz9", "expected"), ("h", "one letter more"), ("udno", "undo"), ("level 99", "1 to 12")]
    {
        sitting.say(typed);
        assert!(sitting.screen.message.contains(answer), "{typed}: {}", sitting.screen.message);
    }
    sitting.press("Z");
    assert!(sitting.screen.message.contains("not a key"));
    sitting.say("moves");
    assert!(sitting.picture(80, 24).contains("Legal moves"));
}

#[test]
fn no_keys_break_it() {
    for name in AnyGame::names() {
        let mut sitting = Sitting::at(name, None, "", BLACK, PLAIN);
        let mut random = Pcg64Mcg::seed_from_u64(8);
        // No s and no o: nothing is to be written, and no file is there to be read.
        let keys = "hjklhjkl\n\n\n\t\t\t [[]]gurwtynxad+-.?:maef5d6\u{1b}\u{1b}";
        let keys: Vec<char> = keys.chars().collect();
        for step in 0..1500 {
            let key = keys[random.random_range(0..keys.len())];
            sitting.press(&key.to_string());
            if step % 7 == 0 {
                sitting.screen.seen();
            }
            sitting.screen.tick();
            while let Ok(event) = sitting.events.try_recv() {
                sitting.screen.handle(event);
            }
            sitting.screen.leaving = None;
            if step % 10 == 0 {
                sitting.picture(random.random_range(1..130), random.random_range(1..50));
            }
        }
        assert!(sitting.saves.path().read_dir().unwrap().next().is_some(), "no game gave way to another");
    }
}
