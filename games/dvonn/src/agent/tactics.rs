//! The nine tactics: each names one of the moves, or none.

use super::areas::{Losses, losses_between};
use super::strategy::Agent;
use crate::board::{Position, Reach};
use crate::geometry::{Space, Spaces};
use crate::rules::Move;
use smallvec::SmallVec;

/// One of the nine, by its number in the agent's report, 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tactic(u8);

impl Tactic {
    /// How many there are.
    pub const COUNT: usize = 9;

    /// Tactic `number`, 1 to 9.
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::COUNT as u8).contains(&number).then_some(Self(number))
    }

    /// All nine.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::COUNT as u8).map(Self)
    }

    /// 1 to 9.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What it is after.
    pub fn purpose(self) -> &'static str {
        match self.0 {
            1 => "free the most own blocked neighbours",
            2 => "land on enemy stacks",
            3 => "land on an enemy stack, leaving no own Dvonn stack within the enemy's reach",
            4 => "land on an enemy stack, leaving no Dvonn but the enemy's own within the enemy's reach",
            5 => "land on Dvonns",
            6 => "keep the resulting stack low",
            7 => "move away what the enemy threatens most",
            8 => "lose the fewest own movable stacks",
            _ => "have the best outlook: stacks lost, pieces, movable stacks and moves, own less enemy's",
        }
    }
}

/// A move and all that tactics ask about it.
pub(super) struct Considered {
    pub(super) from: Space,
    pub(super) to: Space,
    /// The position after it, still seen by the mover.
    pub(super) after: Position,
    pub(super) losses: Losses,
    pub(super) benefit: i32,
    /// What the mover could do next, and what the opponent can.
    pub(super) own: Reach,
    pub(super) enemy: Reach,
}

pub(super) type Options = SmallVec<[Considered; 64]>;

/// Looks at every move that goes from space to space.
pub(super) fn consider(agent: &Agent, position: &Position, moves: &[Move]) -> Options {
    let steps = moves.iter().filter_map(|mv| match *mv {
        Move::Step { from, to } => Some((from, to)),
        Move::Place(_) | Move::Pass => None,
    });
    steps
        .map(|(from, to)| {
            let mut after = *position;
            after.step(from, to);
            let after = after.swapped();
            let losses = losses_between(position, &after, from, to);
            let benefit = agent.benefit.of(position, to, &losses);
            let (own, enemy) = after.reaches();
            Considered { from, to, after, losses, benefit, own, enemy }
        })
        .collect()
}

/// The place of the move that `tactic` names.
pub(super) fn choose(agent: &Agent, position: &Position, options: &Options, tactic: Tactic) -> Option<usize> {
    let on_enemy = |o: &Considered| position.theirs().contains(o.to);
    let safe = |o: &Considered, precious: Spaces| !o.enemy.targets.meets(precious);
    match tactic.0 {
        1 => best(options, |o| {
            let freed = freed_neighbours(position, o);
            (freed > 0).then_some(freed as i32)
        }),
        2 => best(options, |o| on_enemy(o).then_some(0)),
        3 => best(options, |o| (on_enemy(o) && safe(o, o.after.dvonns() & o.after.mine())).then_some(0)),
        4 => best(options, |o| {
            (on_enemy(o) && safe(o, o.after.dvonns().without(o.after.theirs()))).then_some(0)
        }),
        5 => best(options, |o| position.dvonns().contains(o.to).then_some(0)),
        6 => {
            let low = |o: &Considered| position.height(o.from) + position.height(o.to) <= agent.height_limit;
            best(options, |o| low(o).then_some(0)).or_else(|| best(options, |_| Some(0)))
        }
        7 => {
            let threatened = threatened_stacks(agent, position);
            best(options, |o| threatened.contains(o.from).then_some(0))
        }
        8 => best(options, |o| Some(o.own.stacks.count() as i32)),
        _ => best(options, |o| Some(agent.outlook.after(o))),
    }
}

/// The option with the greatest key, among those the one of the greatest benefit, among those the first.
/// Options without a key are out.
pub(super) fn best(options: &Options, key: impl Fn(&Considered) -> Option<i32>) -> Option<usize> {
    let mut best: Option<(usize, (i32, i32))> = None;
    for (place, option) in options.iter().enumerate() {
        if let Some(key) = key(option)
            && best.is_none_or(|(_, old)| (key, option.benefit) > old)
        {
            best = Some((place, (key, option.benefit)));
        }
    }
    best.map(|(place, _)| place)
}

/// Own stacks around the place left behind that six neighbours held and hold no more.
pub(super) fn freed_neighbours(position: &Position, option: &Considered) -> u32 {
    let around = option.from.neighbours() & position.mine() & position.blocked();
    (around & option.after.mine()).without(option.after.blocked()).count()
}

/// If the enemy holds a Dvonn: our stacks on which its most hurtful moves land.
pub(super) fn threatened_stacks(agent: &Agent, position: &Position) -> Spaces {
    if !position.dvonns().meets(position.theirs()) {
        return Spaces::EMPTY;
    }
    let enemy = position.swapped();
    let (mut worst, mut threatened) = (i32::MIN, Spaces::EMPTY);
    let steps = enemy.movers().steps(enemy.mine());
    for (from, to) in steps.iter().filter(|(_, to)| position.mine().contains(*to)) {
        let hurt = agent.benefit.benefit(&enemy, from, to);
        if hurt > worst {
            (worst, threatened) = (hurt, Spaces::EMPTY);
        }
        if hurt == worst {
            threatened |= to.set();
        }
    }
    threatened
}
