//! [`RoundReport`]: how good learned weights are.

use super::weights::{PhaseError, mean};
use serde::{Deserialize, Serialize};

/// What was learned in a round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundReport {
    /// Which round, from 1.
    pub round: u32,
    /// Games that weights were fitted to or measured by.
    pub games: u64,
    /// Those that they were measured by.
    pub held_out_games: u64,
    /// The phases, the first of the game first.
    pub phases: Vec<PhaseReport>,
}

/// What was learned of a phase. Errors are in the game's unit; in a game without margin, in shares of a win.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseReport {
    /// Which, from 0.
    pub phase: usize,
    /// Positions in the games, equal ones counted as often as they are there.
    pub positions: u64,
    /// Different positions that weights were fitted to.
    pub train: u64,
    /// Different positions that they were measured by: of games held out, and in no other.
    pub held_out: u64,
    /// Features that were seen in the first.
    pub features: u64,
    /// Steps that the fit took.
    pub iterations: u32,
    /// The mean absolute error on positions held out.
    pub mean_absolute: f64,
    /// The root of the mean square error there.
    pub root_mean_square: f64,
    /// The mean absolute error of the hand-made evaluator there.
    pub hand_made: f64,
    /// That of the weights before, where weights were adapted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<f64>,
    /// That of who always says that neither side is ahead: how far apart results are.
    pub nothing: f64,
}

impl PhaseReport {
    /// What is kept of it with the weights.
    pub fn error(&self) -> PhaseError {
        PhaseError {
            positions: self.held_out,
            mean_absolute: self.mean_absolute,
            root_mean_square: self.root_mean_square,
            hand_made: self.hand_made,
        }
    }
}

impl RoundReport {
    /// Different positions that weights were fitted to.
    pub fn train(&self) -> u64 {
        self.phases.iter().map(|phase| phase.train).sum()
    }

    /// All phases as one: errors are those over all positions held out.
    pub fn total(&self) -> PhaseReport {
        let sum = |of: fn(&PhaseReport) -> u64| self.phases.iter().map(of).sum::<u64>();
        let mean =
            |of: fn(&PhaseReport) -> f64| mean(self.phases.iter().map(|phase| (of(phase), phase.held_out)));
        let errors: Vec<PhaseError> = self.phases.iter().map(PhaseReport::error).collect();
        let all = PhaseError::of_all(&errors);
        PhaseReport {
            phase: self.phases.len(),
            positions: sum(|phase| phase.positions),
            train: self.train(),
            held_out: all.positions,
            features: sum(|phase| phase.features),
            iterations: self.phases.iter().map(|phase| phase.iterations).sum(),
            mean_absolute: all.mean_absolute,
            root_mean_square: all.root_mean_square,
            hand_made: all.hand_made,
            before: self
                .phases
                .iter()
                .find_map(|phase| phase.before)
                .map(|_| mean(|phase| phase.before.unwrap_or_default())),
            nothing: mean(|phase| phase.nothing),
        }
    }
}
