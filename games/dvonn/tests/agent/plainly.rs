//! Every tactic, fact and strategy once more, by the words of the README: what the agent is held against.

use super::{GAME, PLAIN, chosen, file, info, named, opened, positions, tactics};
use anyply_dvonn::{Agent, Dvonn, Fact, Move, Position, Rule, Space, Spaces, Strategy, losses};
use anyply_framework::{Notation, Side, Situation};
use std::cmp::Reverse;

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
        for line in include_str!("../data/boards.txt").lines().take(10) {
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
