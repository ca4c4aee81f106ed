//! The state of the board as rules see it.

use super::strategy::Agent;
use super::tactics::{Tactic, threatened_stacks};
use crate::board::Position;
use crate::settings::Checked;
use anyply_framework::settings::{to_ron, within};
use serde::{Deserialize, Serialize};

/// A figure of the position, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// Stacks on the board, 1 to 49.
    Stacks,
    /// Own pieces less the enemy's.
    Lead,
    /// Own stacks that can move.
    OwnMovable,
    /// Enemy stacks that could move.
    EnemyMovable,
    /// Own stacks held by six neighbours.
    OwnBlocked,
    /// Own stacks that hold a Dvonn.
    OwnDvonns,
    /// Enemy stacks that hold a Dvonn.
    EnemyDvonns,
    /// Own Dvonn stacks on which the enemy could land.
    ThreatenedDvonns,
    /// Stacks with a Dvonn, not one's own, on which one can land.
    DvonnsInReach,
    /// Own stacks that tactic 7 would move away.
    Threatened,
}

impl Fact {
    fn of(self, agent: &Agent, position: &Position) -> i32 {
        let (mine, theirs, dvonns) = (position.mine(), position.theirs(), position.dvonns());
        let count = match self {
            Self::Lead => return position.margin(),
            Self::Stacks => position.occupied(),
            Self::OwnMovable => position.reach(mine).stacks,
            Self::EnemyMovable => position.reach(theirs).stacks,
            Self::OwnBlocked => position.blocked() & mine,
            Self::OwnDvonns => dvonns & mine,
            Self::EnemyDvonns => dvonns & theirs,
            Self::ThreatenedDvonns => position.reach(theirs).targets & dvonns & mine,
            Self::DvonnsInReach => (position.reach(mine).targets & dvonns).without(mine),
            Self::Threatened => threatened_stacks(agent, position),
        };
        count.count() as i32
    }
}

/// A fact within one bound or two; a bound left out does not bind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// What is looked at.
    pub fact: Fact,
    /// The least value, -49 to 49.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i32>,
    /// The greatest value, -49 to 49.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i32>,
}

/// Play a tactic when all conditions hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// All must hold; none always hold.
    pub when: Vec<Condition>,
    /// The tactic, 1 to 9. If it names no move, the next rule is looked at.
    pub tactic: u8,
}

impl Rule {
    /// The tactic, if the rule applies here.
    pub(super) fn tactic_for(&self, agent: &Agent, position: &Position) -> Option<Tactic> {
        let holds = |condition: &Condition| {
            let value = condition.fact.of(agent, position);
            condition.at_least.is_none_or(|least| value >= least)
                && condition.at_most.is_none_or(|most| value <= most)
        };
        self.when.iter().all(holds).then(|| Tactic::new(self.tactic)).flatten()
    }
}

impl Checked for Rule {
    fn check(&self) -> Result<(), String> {
        within("tactic", self.tactic, 1..=Tactic::COUNT as u8)?;
        for &Condition { fact, at_least, at_most } in &self.when {
            if at_least.or(at_most).is_none() {
                let fact = to_ron(&fact);
                return Err(format!("'when.fact: {fact}': expected at_least, at_most or both beside it"));
            }
            let most = at_most.unwrap_or(49);
            within("when.at_most", most, -49..=49)?;
            within("when.at_least", at_least.unwrap_or(-49), -49..=most)?;
        }
        Ok(())
    }
}
