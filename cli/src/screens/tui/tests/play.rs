//! Moves are made, walked through, and taken back by keys and mouse.

use super::{BLACK, BOTH, PLAIN, Sitting, WHITE, othello};
use crate::screens::tui::screen::Event;
use anyply_games::{AnyGame, TextGame};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

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
fn a_forced_pass_is_written_for_a_mail_server_where_one_looks_back_at_it() {
    let mut game = AnyGame::open("dvonn", None, None).unwrap();
    let empty = "-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-";
    game.set_position(&format!("-,-,-,-,*b2,*w3,*w3,-,-/{empty} w"), None).unwrap();
    let mut sitting = Sitting::begun(game, BOTH, None, PLAIN);
    sitting.until("the pass", |screen| screen.table.game.moves_made().len() == 1);
    sitting.say("hint mail 3 bob pass");
    assert!(sitting.screen.message.contains("one passes only when"), "{}", sitting.screen.message);
    sitting.press("[");
    sitting.say("hint mail 3 bob pass#31");
    let seen = sitting.picture(80, 24);
    assert!(seen.contains("dvonn move 3 bob PASSWORD pass#31"), "{seen}");
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
