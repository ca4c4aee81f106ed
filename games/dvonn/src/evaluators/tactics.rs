//! `tactics`: the agent of Porto (2004).

use super::opinion;
use super::placement::Placement;
use crate::agent::Agent;
use crate::board::Position;
use crate::endgame::proofs;
use crate::rules::{Dvonn, Move};
use crate::settings::Checked;
use anyply_framework::settings::within;
use anyply_framework::{Evaluator, Score, View};
use serde::{Deserialize, Serialize};

/// The agent as an evaluator: whoever plays the move of the highest prior, without search, is the agent;
/// search on top rests on the terms of its ninth tactic that need no move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tactics {
    /// Formula, tactics and strategy.
    pub agent: Agent,
    /// Hundredths of a piece for one unit of that sum, 1 to 100.
    pub scale: i32,
    /// While pieces are being placed. The agent knew no such phase: this is ours.
    pub placement: Placement,
}

impl Tactics {
    /// Pieces, movable stacks and moves, in hundredths of a piece.
    fn terms(&self, position: &Position) -> [i32; 3] {
        self.agent.outlook.now(position).map(|term| self.scale * term)
    }
}

/// Above every benefit.
const CHOSEN: i32 = 1_000_000;

impl Evaluator<Dvonn> for Tactics {
    type State = ();
    const ORDERS: bool = true;

    proofs!();

    fn state(&self, _game: &Dvonn, _position: &Position) {}

    fn evaluate(&self, at: View<'_, Dvonn, ()>) -> Score {
        let position = at.position;
        opinion(if position.is_placing() {
            self.placement.value(position)
        } else {
            self.terms(position).iter().sum()
        })
    }

    fn order(&self, at: View<'_, Dvonn, ()>, moves: &[Move], priors: &mut [i32]) {
        let position = at.position;
        if position.is_placing() {
            return self.placement.order(position, moves, priors);
        }
        if let Some(place) = self.agent.rate(position, moves, priors) {
            priors[place] = CHOSEN;
        }
    }

    fn explain(&self, at: View<'_, Dvonn, ()>) -> Vec<(String, f64)> {
        let position = at.position;
        let units = |name: &str, cents: i32| (name.to_owned(), f64::from(cents) / 100.0);
        if position.is_placing() {
            let placement = units("placement", self.placement.value(position));
            return vec![placement, units("value", self.evaluate(at).cents())];
        }
        let [pieces, movable, moves] = self.terms(position);
        vec![
            units("pieces", pieces),
            units("movable stacks", movable),
            units("moves", moves),
            units("value", self.evaluate(at).cents()),
        ]
    }
}

impl Checked for Tactics {
    fn check(&self) -> Result<(), String> {
        self.agent.check()?;
        within("scale", self.scale, 1..=100)?;
        self.placement.check()
    }
}
