//! What must hold for any text and any game.

use anyply_dvonn::evaluators::Settings;
use anyply_dvonn::formats::numbering::Numbering;
use anyply_dvonn::formats::{drawing, facts};
use anyply_dvonn::{Dvonn, Move, Space, areas, losses};
use anyply_framework::{EvaluatorSource, Game, Marks, Notation, Plugin, Side, Situation, Turn};
use proptest::prelude::*;

const GAME: Dvonn = Dvonn::full();

/// Plays the choices, each taken modulo the number of moves.
fn walk(start: Situation<Dvonn>, choices: &[usize]) -> (Vec<Move>, Situation<Dvonn>) {
    let mut at = start;
    let mut played = Vec::new();
    for choice in choices {
        let moves = at.moves(&GAME);
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice % moves.len()];
        played.push(mv);
        at = at.after(&GAME, mv);
    }
    (played, at)
}

fn games() -> impl Strategy<Value = (Situation<Dvonn>, Vec<Move>, Situation<Dvonn>)> {
    let start = prop_oneof![Just(GAME.start()), any::<u64>().prop_map(|seed| Dvonn::with_seed(seed).start())];
    (start, prop::collection::vec(any::<usize>(), 0..110)).prop_map(|(start, choices)| {
        let (moves, at) = walk(start, &choices);
        (start, moves, at)
    })
}

/// Texts that look like what the parsers read, and often are not.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[A-Ka-k0-6 ,-]{0,20}",
        "([A-K][1-5]|PASS|to|-| |\u{e9}){0,8}",
        "([.*][wbd][0-9]{1,3}|-|,|/| |w|b|p|\u{20ac}){0,60}",
        "([0-5]|[.*][wbd0][0-9]{0,2}| |\n){0,70}",
        "(tabuleiro|\\(|\\)|\\[|\\]|,|[0-9]{1,11}|w|b|d|\\.|%|\n| |\u{df}){0,40}",
        "(tactics|mobility|score|benefit|\\(|\\)|\\[|\\]|,|:|[0-9-]{1,4}| |near|agent|placement){0,30}",
    ]
}

proptest! {
    #[test]
    fn no_text_panics(text in texts(), (_, _, at) in games()) {
        let _ = GAME.parse_move(&at, &text);
        let _ = GAME.parse_moves(&at, &text);
        for side in [None, Some(Side::White)] {
            let _ = GAME.parse_position(&text, side);
            let _ = drawing::read(&text, side);
            let _ = facts::read(&text, side);
        }
        for numbering in [Numbering::Standard, Numbering::LittleGolem, Numbering::Boardspace] {
            let _ = numbering.read(&text);
            let _ = numbering.translate(&text);
        }
        for topic in ["areas", "tactic", "drawing", "facts", &text] {
            let _ = GAME.tell(&at, topic, &text);
        }
        let _ = Settings::read(&EvaluatorSource::File { path: "any.ron".into(), text });
    }

    #[test]
    fn drawings_and_facts_round_trip((_, _, at) in games()) {
        if !at.position.is_placing() {
            prop_assert_eq!(GAME.parse_position(&drawing::write(&at), Some(at.side)), Ok(at));
            prop_assert_eq!(GAME.parse_position(&facts::write(&at), Some(at.side)), Ok(at));
        }
    }

    #[test]
    fn any_move_is_safe_to_play((_, _, at) in games(), from in 0..49_usize, to in 0..49_usize) {
        let (from, to) = (Space::ALL[from], Space::ALL[to]);
        for mv in [Move::Place(from), Move::Step { from, to }, Move::Pass] {
            let mut position = at.position;
            GAME.play(&mut position, mv);
            let _ = GAME.moves(&position);
        }
    }

    #[test]
    fn losses_are_what_goes_from_the_board((_, _, at) in games()) {
        let groups = areas(&at.position);
        let stacks: u32 = groups.iter().map(|area| area.stacks.count()).sum();
        prop_assert_eq!(stacks, at.position.occupied().count());
        for mv in at.moves(&GAME) {
            let Move::Step { from, to } = mv else { continue };
            let lost = losses(&at.position, from, to);
            let mut after = at.position;
            prop_assert_eq!(GAME.play(&mut after, mv), Turn::Next);
            let before = at.position;
            let gone = before.pieces(before.occupied()) - after.pieces(after.occupied());
            prop_assert_eq!(lost.own + lost.enemy, gone);
        }
    }

    #[test]
    fn boards_draw((_, moves, at) in games()) {
        let marks = Marks { last: moves.last().copied(), legal: at.moves(&GAME).into_vec() };
        let text = GAME.draw(&at, &marks).to_string();
        prop_assert!(text.lines().all(|line| line.len() < 80));
        prop_assert_eq!(text.matches('*').count() as u32, at.position.dvonns().count());
    }
}
