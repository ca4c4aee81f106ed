//! The agent: benefit, the nine tactics, the strategies, and what settings files may say.

use anyply_dvonn::evaluators::{Settings, Tactics};
use anyply_dvonn::{Agent, Dvonn, Formula, Move, Position, Space, Strategy, Tactic, losses};
use anyply_framework::{
    Evaluator, EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, Game, Notation, Plugin, Score,
    SettingsError, Side, Situation, View,
};

const GAME: Dvonn = Dvonn::full();
const PLAIN: Formula = Formula { gain: 1, dvonn: 1, own_loss: 1, enemy_loss: 1 };

/// Three areas, each with a Dvonn; White to move.
const AREAS: &str = "\
5      .0. .b1 .b1 .0. .0. .b3 .0. .w2 .0.
4    .b2 .0. .b1 .0. .0. .b1 .w2 .0. .b1 .0.
3  .w1 .b1 .w2 .0. .w2 .b3 .0. .0. *d1 .0. .0.
2    .0. *b2 .0. .w1 .0. .w1 .0. .0. .0. .0.
1      .w2 .0. *d1 .w1 .w1 .w1 .0. .0. .0.
";

fn info(name: &str) -> &'static EvaluatorInfo {
    Dvonn::evaluators().iter().find(|info| info.name == name).expect("a built-in evaluator")
}

fn tactics(name: &str) -> Tactics {
    match Settings::read(&EvaluatorSource::BuiltIn(info(name))) {
        Ok(Settings::Tactics(tactics)) => tactics,
        other => panic!("{name}: {other:?}"),
    }
}

fn read(text: &str) -> Situation<Dvonn> {
    GAME.parse_position(text, Some(Side::White)).unwrap_or_else(|error| panic!("{error}"))
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
    let best = (0..moves.len()).max_by_key(|&i| (priors[i], std::cmp::Reverse(i))).expect("there are moves");
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
fn each_tactic_names_a_move_that_serves_its_purpose() {
    let agent = tactics("tactics").agent;
    let mut answers = [0; 10];
    for line in include_str!("data/positions.jsonl").lines().take(200) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let at = GAME.parse_position(line["board"].as_str().unwrap(), None).unwrap();
        if !matches!(at.moves(&GAME).first(), Some(Move::Step { .. })) {
            continue;
        }
        for number in 1..=9 {
            let Some(text) = named(&agent, &at, number) else { continue };
            answers[usize::from(number)] += 1;
            let (from, to) = step(&at, &text);
            let (position, after) =
                (at.position, at.after(&GAME, Move::Step { from, to }).position.swapped());
            let reached = after.reach(after.theirs()).targets & after.dvonns();
            match number {
                1 => assert!((from.neighbours() & position.blocked()).meets(position.mine())),
                2 => assert!(position.theirs().contains(to)),
                3 => assert!(position.theirs().contains(to) && !reached.meets(after.mine())),
                4 => assert!(position.theirs().contains(to) && reached.without(after.theirs()).is_empty()),
                5 => assert!(position.dvonns().contains(to)),
                7 => assert!(position.dvonns().meets(position.theirs())),
                _ => {}
            }
        }
    }
    assert!(answers[1..].iter().all(|&count| count > 0), "{answers:?}");
}

#[test]
fn tactic_six_stays_low_as_long_as_it_can() {
    let agent = tactics("tactics").agent;
    let text = "*d1,.w4,.b1,.b1,.b1,.b2,-,-,-/-,-,.b1,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,- w";
    let at = GAME.parse_position(text, None).unwrap();
    assert_eq!(named(&agent, &at, 6), Some("B1F1".to_owned()), "any height if nothing else is left");
}

#[test]
fn strategies_play_one_of_the_moves_that_tactics_name() {
    for name in ["tactics", "tactics-vote", "tactics-situation"] {
        let tactics = tactics(name);
        for line in include_str!("data/boards.txt").lines().take(10) {
            let mut at = GAME.parse_position(line, None).unwrap();
            while let Some(Move::Step { .. }) = at.moves(&GAME).first() {
                let mv = chosen(&tactics, &at);
                let names: Vec<_> = (1..=9).filter_map(|number| named(&tactics.agent, &at, number)).collect();
                assert!(names.contains(&mv.to_string()), "{name}: {mv} is not among {names:?}");
                if tactics.agent.strategy == Strategy::BestBenefit {
                    let (from, to) = step(&at, &mv.to_string());
                    let best = names.iter().map(|text| benefit(&at, text)).max();
                    assert_eq!(Some(PLAIN.benefit(&at.position, from, to)), best);
                }
                at = at.after(&GAME, mv);
            }
        }
    }
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

#[test]
fn settings_are_read_and_written_and_checked() {
    let file = |text: String| EvaluatorSource::File { path: "mine.ron".into(), text };
    for info in Dvonn::evaluators() {
        let settings = Settings::read(&EvaluatorSource::BuiltIn(info)).unwrap_or_else(|e| panic!("{e}"));
        let written = anyply_framework::settings::to_ron(&settings);
        assert_eq!(Settings::read(&file(written)), Ok(settings), "{}", info.name);
        // Any one figure made huge is refused, whichever it is.
        for (place, _) in info.settings.match_indices(|c: char| c.is_ascii_digit()) {
            let line = info.settings[..place].rsplit('\n').next().unwrap_or("");
            if line.contains("//") {
                continue;
            }
            let text = format!("{}2000000000{}", &info.settings[..place], &info.settings[place + 1..]);
            assert!(Settings::read(&file(text)).is_err(), "{} at {place}", info.name);
        }
    }
    let twice = info("tactics-vote").settings.replace("[1, 2, 3", "[1, 2, 1");
    let said = Settings::read(&file(twice)).expect_err("a tactic has one vote").to_string();
    assert!(said.ends_with("'known: 1': expected each tactic once"), "{said}");
    let wrong = info("score").settings.replace("edge", "egde");
    assert!(matches!(Settings::read(&file(wrong)), Err(SettingsError::Syntax { line: 2, .. })));
}

struct Opinion<'a>(&'a Position);

impl EvaluatorVisitor<Dvonn> for Opinion<'_> {
    type Output = Score;

    fn visit<E: Evaluator<Dvonn> + 'static>(self, evaluator: E) -> Score {
        let state = evaluator.state(&GAME, self.0);
        evaluator.evaluate(View { game: &GAME, position: self.0, state: &state })
    }
}

#[test]
fn no_evaluation_outweighs_a_result() {
    for info in Dvonn::evaluators() {
        for line in include_str!("data/positions.jsonl").lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let at = GAME.parse_position(line["board"].as_str().unwrap(), None).unwrap();
            let source = EvaluatorSource::BuiltIn(info);
            let score = GAME.with_evaluator(&source, Opinion(&at.position)).unwrap();
            assert!(score.cents().abs() < 4900, "{}", info.name);
        }
    }
}
