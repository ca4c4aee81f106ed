//! The agent: benefit, the nine tactics, the strategies, and what settings files may say.

use anyply_dvonn::evaluators::{Settings, Tactics};
use anyply_dvonn::{
    Agent, Dvonn, Fact, Formula, Move, Position, Rule, Space, Spaces, Strategy, Tactic, losses,
};
use anyply_framework::{
    Evaluator, EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, Game, Notation, Plugin, Score,
    SettingsError, Side, Situation, View,
};
use std::cmp::Reverse;

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
    include_str!("data/positions.jsonl").lines().take(count).map(|line| {
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

/// From where to where.
type Step = (Space, Space);

fn steps(position: &Position) -> Vec<Step> {
    let moves = Situation::<Dvonn> { position: *position, side: Side::White }.moves(&GAME);
    let step = |mv: &Move| if let Move::Step { from, to } = *mv { Some((from, to)) } else { None };
    moves.iter().filter_map(step).collect()
}

fn movable(steps: &[Step]) -> Spaces {
    steps.iter().map(|step| step.0).collect()
}

fn reached(steps: &[Step]) -> Spaces {
    steps.iter().map(|step| step.1).collect()
}

/// Those of some stacks that six neighbours hold in place.
fn held(position: &Position, stacks: Spaces) -> Spaces {
    let is_held = |space: &Space| (space.neighbours() & position.occupied()).count() == 6;
    stacks.iter().filter(is_held).collect()
}

/// The stacks that tactic 7 moves.
fn threatened(position: &Position) -> Spaces {
    let enemy = position.swapped();
    let hurts = steps(&enemy).into_iter().map(|(from, to)| (PLAIN.benefit(&enemy, from, to), to));
    let hurts: Vec<_> = hurts.filter(|(_, to)| position.mine().contains(*to)).collect();
    let most = hurts.iter().map(|(hurt, _)| *hurt).max();
    let worst = hurts.iter().filter(|(hurt, _)| Some(*hurt) == most && enemy.dvonns().meets(enemy.mine()));
    worst.map(|(_, to)| *to).collect()
}

/// A move, and what it leads to as its mover sees it.
struct Plain {
    step: Step,
    benefit: i32,
    after: Position,
    own: Vec<Step>,
    enemy: Vec<Step>,
}

fn options(at: &Situation<Dvonn>) -> Vec<Plain> {
    let option = |step: Step| {
        let (from, to) = step;
        let enemy = at.after(&GAME, Move::Step { from, to }).position;
        let after = enemy.swapped();
        let benefit = PLAIN.benefit(&at.position, from, to);
        Plain { step, benefit, after, own: steps(&after), enemy: steps(&enemy) }
    };
    steps(&at.position).into_iter().map(option).collect()
}

/// The place of the move that a tactic names, by the words of the README.
fn named_plainly(position: &Position, options: &[Plain], number: u8) -> Option<usize> {
    let height = |option: &Plain| position.height(option.step.0) + position.height(option.step.1);
    let all_high = options.iter().all(|option| height(option) > 4);
    let key = |option: &Plain| {
        let Plain { step: (from, to), after, own, enemy, .. } = option;
        let on_enemy = position.theirs().contains(*to);
        let out_of_reach = |dvonns: Spaces| !reached(enemy).meets(dvonns);
        let less = |ours: usize, theirs: usize| ours as i32 - theirs as i32;
        let counted = match number {
            1 => {
                let were = held(position, from.neighbours() & position.mine());
                let freed = (were & after.mine()).without(held(after, were)).count() as i32;
                return Some(freed).filter(|&freed| freed > 0);
            }
            8 => return Some(movable(own).count() as i32),
            9 => {
                let lost = losses(position, *from, *to);
                let stacks = less(lost.enemy_stacks as usize, lost.own_stacks as usize);
                let (ours, theirs) = (movable(own).count() as usize, movable(enemy).count() as usize);
                return Some(stacks + after.margin() + less(ours, theirs) + less(own.len(), enemy.len()));
            }
            2 => on_enemy,
            3 => on_enemy && out_of_reach(after.dvonns() & after.mine()),
            4 => on_enemy && out_of_reach(after.dvonns().without(after.theirs())),
            5 => position.dvonns().contains(*to),
            6 => all_high || height(option) <= 4,
            _ => threatened(position).contains(*from),
        };
        counted.then_some(0)
    };
    let keys = options.iter().enumerate();
    let keys = keys.filter_map(|(place, option)| Some((key(option)?, option.benefit, Reverse(place))));
    keys.max().map(|(.., Reverse(place))| place)
}

fn plain_fact(position: &Position, fact: Fact) -> i32 {
    let (mine, theirs, dvonns) = (position.mine(), position.theirs(), position.dvonns());
    let (own, enemy) = (steps(position), steps(&position.swapped()));
    let counted = match fact {
        Fact::Lead => return position.pieces(mine) as i32 - position.pieces(theirs) as i32,
        Fact::Stacks => position.occupied(),
        Fact::OwnMovable => movable(&own),
        Fact::EnemyMovable => movable(&enemy),
        Fact::OwnBlocked => held(position, mine),
        Fact::OwnDvonns => dvonns & mine,
        Fact::EnemyDvonns => dvonns & theirs,
        Fact::ThreatenedDvonns => reached(&enemy) & dvonns & mine,
        Fact::DvonnsInReach => (reached(&own) & dvonns).without(mine),
        Fact::Threatened => threatened(position),
    };
    counted.count() as i32
}

/// The move that a strategy plays, by the words of the README.
fn chosen_plainly(agent: &Agent, at: &Situation<Dvonn>) -> Step {
    let (position, options) = (&at.position, options(at));
    let names = |number: &u8| named_plainly(position, &options, *number);
    let applies = |rule: &&Rule| {
        rule.when.iter().all(|condition| {
            let value = plain_fact(position, condition.fact);
            condition.at_least.is_none_or(|least| value >= least)
                && condition.at_most.is_none_or(|most| value <= most)
        })
    };
    if agent.strategy == Strategy::BySituation
        && let Some(place) = agent.rules.iter().filter(applies).find_map(|rule| names(&rule.tactic))
    {
        return options[place].step;
    }
    let named: Vec<usize> = agent.known.iter().filter_map(names).collect();
    let worth = |place: &usize| {
        let votes = named.iter().filter(|name| *name == place).count();
        let votes = if agent.strategy == Strategy::Vote { votes } else { 1 };
        (votes, options[*place].benefit, Reverse(*place))
    };
    let place = named.iter().max_by_key(|place| worth(place)).expect("tactic 6 always names a move");
    options[*place].step
}

#[test]
fn each_tactic_names_the_move_that_it_says() {
    let agent = tactics("tactics").agent;
    let mut answers = [0; 10];
    for at in positions(200) {
        let options = options(&at);
        for number in 1..=9 {
            let due = named_plainly(&at.position, &options, number).map(|place| {
                let (from, to) = options[place].step;
                Move::Step { from, to }.to_string()
            });
            assert_eq!(named(&agent, &at, number), due, "tactic {number}: {}", GAME.position_text(&at));
            answers[usize::from(number)] += u32::from(due.is_some());
        }
    }
    assert!(answers[1..].iter().all(|&count| count > 0), "{answers:?}");
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

/// Of the facts that the built-in rules do not ask for.
const OTHER_RULES: &str = "strategy: by_situation, rules: [
    (when: [(fact: own_blocked, at_least: 9)], tactic: 1),
    (when: [(fact: lead, at_most: -1), (fact: dvonns_in_reach, at_least: 1)], tactic: 5),
    (when: [(fact: enemy_dvonns, at_least: 1), (fact: threatened, at_least: 1, at_most: 2)], tactic: 7),
    (when: [(fact: own_movable, at_most: 6)], tactic: 8),
    (when: [(fact: enemy_movable, at_least: 8)], tactic: 3),
]";

#[test]
fn strategies_choose_as_they_say() {
    let text = info("tactics").settings.replace("strategy: best_benefit", OTHER_RULES);
    let [benefit, vote, situation] = ["tactics", "tactics-vote", "tactics-situation"].map(tactics);
    for tactics in [benefit, vote, situation, opened(&file(text))] {
        for line in include_str!("data/boards.txt").lines().take(10) {
            let mut at = GAME.parse_position(line, None).unwrap();
            while !at.moves(&GAME).is_empty() {
                let mv = chosen(&tactics, &at);
                if let Move::Step { from, to } = mv {
                    let due = chosen_plainly(&tactics.agent, &at);
                    assert_eq!((from, to), due, "{:?}: {}", tactics.agent, GAME.position_text(&at));
                }
                at = at.after(&GAME, mv);
            }
        }
    }
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

#[test]
fn settings_are_read_and_written_and_checked() {
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

#[test]
fn rules_that_nobody_looks_at_or_whose_bounds_cross_are_refused() {
    let settings = info("tactics-situation").settings;
    for (from, to, told) in [
        ("by_situation", "vote", "'rules': expected none unless the strategy is by_situation"),
        (
            "at_least: 43",
            "at_least: 43, at_most: 42",
            "'rules.when.at_least: 43': expected -49 to 42, for example -49",
        ),
        (", at_least: 43", "", "'when': expected at_least, at_most or both with every fact"),
    ] {
        let text = settings.replacen(from, to, 1);
        let said = Settings::read(&file(text)).expect_err(told).to_string();
        assert!(said.ends_with(told), "{said}");
    }
}

struct Reasons<'a>(&'a Position);

impl EvaluatorVisitor<Dvonn> for Reasons<'_> {
    type Output = Vec<(String, f64)>;

    fn visit<E: Evaluator<Dvonn> + 'static>(self, evaluator: E) -> Self::Output {
        let state = evaluator.state(&GAME, self.0);
        evaluator.explain(View { game: &GAME, position: self.0, state: &state })
    }
}

#[test]
fn the_reasons_of_tactics_add_up_to_its_value() {
    let text = info("tactics").settings.replace("pieces: 1, movable: 1", "pieces: 3, movable: -2");
    let at = GAME.parse_position(ONE_MOVE, None).unwrap();
    let reasons = GAME.with_evaluator(&file(text), Reasons(&at.position)).unwrap();
    // Two pieces behind, three for each, and a scale of 30.
    assert_eq!(reasons[0], ("pieces".to_owned(), -1.8));
    let ((name, value), terms) = reasons.split_last().unwrap();
    let sum: f64 = terms.iter().map(|(_, term)| term).sum();
    assert!(name == "value" && (sum - value).abs() < 1e-9, "{reasons:?}");
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
        for at in positions(usize::MAX) {
            let source = EvaluatorSource::BuiltIn(info);
            let score = GAME.with_evaluator(&source, Opinion(&at.position)).unwrap();
            assert!(score.cents().abs() < 4900, "{}", info.name);
        }
    }
}
