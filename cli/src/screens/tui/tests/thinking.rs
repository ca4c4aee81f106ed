//! The computer thinks, is asked, and is interrupted.

use super::{BOTH, PLAIN, Sitting, othello};
use crate::screens::tui::mind::Work;
use crate::screens::tui::screen::Popup;
use crate::values::{LevelChoice, Strength};
use anyply_framework::search::Clock;
use anyply_games::TextGame;
use ratatui::crossterm::event::KeyCode;
use std::time::{Duration, Instant};

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
