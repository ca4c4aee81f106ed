//! The level above the tactics: which of the moves they name is played.

use super::benefit::Formula;
use super::situation::Rule;
use super::tactics::{Considered, Options, Tactic, best, choose, consider};
use crate::board::Position;
use crate::rules::Move;
use crate::settings::Checked;
use anyply_framework::settings::within;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// How to choose among the tactics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// The move of the greatest benefit among those that the tactics name.
    BestBenefit,
    /// The move that most tactics name; ties by benefit.
    Vote,
    /// The first rule that applies and whose tactic names a move; if there is none, as
    /// [`Strategy::BestBenefit`].
    BySituation,
}

/// The factors of tactic 9, each -100 to 100; all 1 is the agent's own sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outlook {
    /// Enemy stacks lost by the move less own stacks lost.
    pub stacks_lost: i32,
    /// Own pieces less the enemy's.
    pub pieces: i32,
    /// Own movable stacks less the enemy's.
    pub movable: i32,
    /// Own moves less the enemy's.
    pub moves: i32,
}

impl Outlook {
    pub(super) fn after(&self, option: &Considered) -> i32 {
        let Considered { after, losses, own, enemy, .. } = option;
        self.stacks_lost * difference(losses.enemy_stacks, losses.own_stacks)
            + self.pieces * after.margin()
            + self.movable * difference(own.stacks.count(), enemy.stacks.count())
            + self.moves * difference(own.moves, enemy.moves)
    }

    /// Tactic 9's terms without a move, which alone loses stacks: pieces, movable stacks and moves, each with
    /// its factor, seen by the side to move.
    pub(crate) fn now(&self, position: &Position) -> [i32; 3] {
        let (own, enemy) = position.reaches();
        [
            self.pieces * position.margin(),
            self.movable * difference(own.stacks.count(), enemy.stacks.count()),
            self.moves * difference(own.moves, enemy.moves),
        ]
    }
}

fn difference(own: u32, enemy: u32) -> i32 {
    own as i32 - enemy as i32
}

/// The agent: formula, tactics and strategy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agent {
    /// How it chooses among the tactics.
    pub strategy: Strategy,
    /// The tactics it knows, 1 to 9, each once: it has one vote.
    pub known: Vec<u8>,
    /// What a move is worth by itself.
    pub benefit: Formula,
    /// Tactic 6 keeps stacks at most so high, 1 to 49.
    pub height_limit: u32,
    /// The sum of tactic 9.
    pub outlook: Outlook,
    /// For [`Strategy::BySituation`] alone, the first that applies first.
    #[serde(default)]
    pub rules: Vec<Rule>,
}

impl Agent {
    /// The move that one tactic names among `moves`, with its benefit.
    pub fn tactic(&self, position: &Position, moves: &[Move], tactic: Tactic) -> Option<(Move, i32)> {
        let options = consider(self, position, moves);
        let option = &options[choose(self, position, &options, tactic)?];
        Some((Move::Step { from: option.from, to: option.to }, option.benefit))
    }

    /// Writes the benefit of each move to `priors` and gives the place of the move that the strategy plays.
    pub(crate) fn rate(&self, position: &Position, moves: &[Move], priors: &mut [i32]) -> Option<usize> {
        let options = consider(self, position, moves);
        // Passes and placements are not considered; where there is one, there is no step.
        if options.len() != moves.len() {
            return None;
        }
        for (prior, option) in priors.iter_mut().zip(&options) {
            *prior = option.benefit;
        }
        self.decide(position, &options)
    }

    fn decide(&self, position: &Position, options: &Options) -> Option<usize> {
        if self.strategy == Strategy::BySituation {
            let tactics = self.rules.iter().filter_map(|rule| rule.tactic_for(self, position));
            if let Some(place) = tactics.filter_map(|t| choose(self, position, options, t)).next() {
                return Some(place);
            }
        }
        let mut votes: SmallVec<[i32; 64]> = SmallVec::from_elem(0, options.len());
        for tactic in self.known.iter().filter_map(|&number| Tactic::new(number)) {
            if let Some(place) = choose(self, position, options, tactic) {
                votes[place] += 1;
            }
        }
        let named = |place: usize, votes: i32| {
            let weight = if self.strategy == Strategy::Vote { votes } else { 1 };
            (votes > 0).then_some((weight, options[place].benefit, Reverse(place)))
        };
        let winner = votes.iter().enumerate().filter_map(|(place, &votes)| named(place, votes)).max();
        let winner = winner.map(|(.., Reverse(place))| place);
        winner.or_else(|| best(options, |_| Some(0)))
    }
}

impl Checked for Agent {
    fn check(&self) -> Result<(), String> {
        within("the number of rules", self.rules.len(), 0..=100)?;
        if self.strategy != Strategy::BySituation && !self.rules.is_empty() {
            return Err("'rules': expected none unless the strategy is by_situation".to_owned());
        }
        for (place, &number) in self.known.iter().enumerate() {
            within("known", number, 1..=Tactic::COUNT as u8)?;
            if self.known[..place].contains(&number) {
                return Err(format!("'known: {number}': expected each tactic once"));
            }
        }
        self.benefit.check()?;
        within("height_limit", self.height_limit, 1..=49)?;
        let Outlook { stacks_lost, pieces, movable, moves } = self.outlook;
        within("outlook.stacks_lost", stacks_lost, -100..=100)?;
        within("outlook.pieces", pieces, -100..=100)?;
        within("outlook.movable", movable, -100..=100)?;
        within("outlook.moves", moves, -100..=100)?;
        // The place told is that of the list: the figure may stand in an earlier rule, where it is right.
        for (number, rule) in (1..).zip(&self.rules) {
            rule.check().map_err(|problem| format!("'rules': rule {number}: {problem}"))?;
        }
        Ok(())
    }
}
