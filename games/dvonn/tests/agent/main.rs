//! The agent: benefit, the nine tactics, the strategies, and what settings files may say.

mod plainly;
mod settings;

use anyply_dvonn::evaluators::{Settings, Tactics};
use anyply_dvonn::{Agent, Dvonn, Formula, Move, Space, Tactic, losses};
use anyply_framework::{
    Evaluator, EvaluatorInfo, EvaluatorSource, Game, Notation, Plugin, Side, Situation, View,
};
use std::cmp::Reverse;

const GAME: Dvonn = Dvonn::full();
const PLAIN: Formula = Formula { gain: 1, dvonn: 1, own_loss: 1, enemy_loss: 1 };

/// Three areas, each with a Dvonn; White to move.
const AREAS: &str = include_str!("../data/areas.txt");

/// White's only stack has one move.
const ONE_MOVE: &str = "*d1,.w4,.b1,.b1,.b1,.b2,-,-,-/-,-,.b1,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,- w";

fn info(name: &str) -> &'static EvaluatorInfo {
    Dvonn::evaluators().iter().find(|info| info.name == name).expect("a built-in evaluator")
}

fn file(text: String) -> EvaluatorSource {
    EvaluatorSource::File { path: "mine.ron".into(), text }
}

fn tactics(name: &str) -> Tactics {
    opened(&EvaluatorSource::BuiltIn(info(name)))
}

fn opened(source: &EvaluatorSource) -> Tactics {
    match Settings::read(source) {
        Ok(Settings::Tactics(tactics)) => tactics,
        other => panic!("{other:?}"),
    }
}

fn read(text: &str) -> Situation<Dvonn> {
    GAME.parse_position(text, Some(Side::White)).unwrap_or_else(|error| panic!("{error}"))
}

/// The first of the positions that the rules are checked on.
fn positions(count: usize) -> impl Iterator<Item = Situation<Dvonn>> {
    include_str!("../data/positions.jsonl").lines().take(count).map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        GAME.parse_position(line["board"].as_str().unwrap(), None).unwrap()
    })
}

fn step(at: &Situation<Dvonn>, text: &str) -> (Space, Space) {
    match GAME.parse_move(at, text) {
        Ok(Move::Step { from, to }) => (from, to),
        other => panic!("{text}: {other:?}"),
    }
}

fn benefit(at: &Situation<Dvonn>, text: &str) -> i32 {
    let (from, to) = step(at, text);
    PLAIN.benefit(&at.position, from, to)
}

fn named(agent: &Agent, at: &Situation<Dvonn>, number: u8) -> Option<String> {
    let tactic = Tactic::new(number).expect("1 to 9");
    agent.tactic(&at.position, &at.moves(&GAME), tactic).map(|(mv, _)| mv.to_string())
}

fn chosen(tactics: &Tactics, at: &Situation<Dvonn>) -> Move {
    let moves = at.moves(&GAME);
    let mut priors = vec![0; moves.len()];
    tactics.order(View { game: &GAME, position: &at.position, state: &() }, &moves, &mut priors);
    let best = (0..moves.len()).max_by_key(|&i| (priors[i], Reverse(i))).expect("there are moves");
    moves[best]
}

#[test]
fn the_benefit_counts_gain_and_losses() {
    let at = read(AREAS);
    // C1 holds a lone Dvonn: 1 for its height, 1 for the Dvonn.
    assert_eq!(benefit(&at, "D1C1"), 2);
    // On one's own stack nothing is gained.
    assert_eq!(benefit(&at, "E1F1"), 0);
    // A1 leaves nothing behind and lands on C3, its own.
    assert_eq!(benefit(&at, "A1C3"), 0);
}

#[test]
fn a_move_that_cuts_off_its_own_landing_place_gains_nothing() {
    let text = "*d1,.w1,.w2,.b1,.b2,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,- w";
    let at = GAME.parse_position(text, None).unwrap();
    let (from, to) = step(&at, "C1E1");
    let lost = losses(&at.position, from, to);
    assert_eq!((lost.own, lost.enemy, lost.own_stacks, lost.enemy_stacks, lost.landing), (2, 3, 1, 2, true));
    assert_eq!(PLAIN.benefit(&at.position, from, to), -2 + 3);
    let hint = GAME.tell(&at, "tactic", "2").unwrap();
    let told = "C1E1, benefit +1; lands on a stack of height 2; the landing place is cut off";
    assert!(hint.ends_with(told), "{hint}");
}

#[test]
fn a_dvonn_that_leaves_takes_its_area_along_only_where_it_lands() {
    // A1 holds the Dvonn of everything here; where it lands decides what stays.
    let text = "*w2,.b1,.b1,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,- w";
    let at = GAME.parse_position(text, None).unwrap();
    let (from, to) = step(&at, "A1C1");
    let lost = losses(&at.position, from, to);
    assert_eq!((lost.own, lost.enemy, lost.landing), (0, 0, false));
}

#[test]
fn tactic_six_stays_low_as_long_as_it_can() {
    let agent = tactics("tactics").agent;
    let text = ".w4,*d1,.b1,.b1,.b3,-,-,-,-/-,-,.w1,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,- w";
    let at = GAME.parse_position(text, None).unwrap();
    assert_eq!((benefit(&at, "A1E1"), benefit(&at, "C2B1"), benefit(&at, "C2C1")), (3, 2, 1));
    assert_eq!(named(&agent, &at, 6), Some("C2B1".to_owned()), "A1E1 would be seven high");
    let at = GAME.parse_position(ONE_MOVE, None).unwrap();
    assert_eq!(named(&agent, &at, 6), Some("B1F1".to_owned()), "any height if nothing else is left");
}

#[test]
fn strategies_differ_in_the_order_of_moves_and_not_in_value() {
    let strategies = ["tactics", "tactics-vote", "tactics-situation"].map(tactics);
    let mut others = [0; 2];
    for at in positions(200) {
        let view = || View { game: &GAME, position: &at.position, state: &() };
        let [value, vote, situation] = strategies.each_ref().map(|tactics| tactics.evaluate(view()));
        assert_eq!((vote, situation), (value, value), "{}", GAME.position_text(&at));
        if !at.moves(&GAME).is_empty() {
            let [mv, vote, situation] = strategies.each_ref().map(|tactics| chosen(tactics, &at));
            others[0] += u32::from(vote != mv);
            others[1] += u32::from(situation != mv);
        }
    }
    assert!(others.iter().all(|&count| count > 0), "{others:?}");
}

#[test]
fn a_single_tactic_plays_and_leaves_the_rest_to_the_greatest_benefit() {
    let text = info("tactics").settings.replace("[1, 2, 3, 4, 5, 6, 7, 8, 9]", "[5]");
    let tactics = opened(&file(text));
    let others = "-,-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,- w";
    let read = |rows: &str| GAME.parse_position(&format!("{rows}/{others}"), None).unwrap();
    let at = read(".w4,*d1,.b1,.b1,.b3,-,-,-,-/-,-,.w1,-,-,-,-,-,-,-");
    assert_eq!((benefit(&at, "A1E1"), benefit(&at, "C2B1")), (3, 2));
    assert_eq!(chosen(&tactics, &at).to_string(), "C2B1", "it lands on the Dvonn");
    let at = read(".w4,*d1,.b1,.b2,.b1,-,-,-,-/-,-,-,.w1,-,-,-,-,-,-");
    assert_eq!(named(&tactics.agent, &at, 5), None);
    assert_eq!([benefit(&at, "A1E1"), benefit(&at, "D2C1"), benefit(&at, "D2D1")], [1, 1, 2]);
    assert_eq!(chosen(&tactics, &at).to_string(), "D2D1");
}

#[test]
fn hints_answer_for_either_side_and_refuse_nonsense() {
    let at = read(AREAS);
    let hint = |argument: &str| GAME.tell(&at, "tactic", argument);
    assert!(hint("5").unwrap().starts_with("tactic 5 for white (land on Dvonns): "));
    assert!(hint("2 black").unwrap().starts_with("tactic 2 for black"));
    assert!(hint("0").unwrap_err().starts_with("'0': expected the number of a tactic, 1 to 9"));
    assert!(hint("").unwrap_err().starts_with("nothing: expected"));
    assert!(hint("3 red").is_err() && hint("3 white 4").is_err());
    assert!(GAME.tell(&at, "areas", "5").unwrap_err().contains("expected nothing after 'areas'"));
    assert!(GAME.tell(&at, "tactics", "").unwrap_err().contains("did you mean 'tactic'?"));
    assert!(GAME.tell(&GAME.start(), "tactic", "1").unwrap().contains("all pieces are placed"));
}
