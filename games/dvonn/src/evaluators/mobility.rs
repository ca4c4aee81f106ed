//! `mobility`: the best that was made by hand.

use super::closeness::{Closeness, Near, check_near};
use super::cuts::for_each_cut;
use super::opinion;
use super::order::rate;
use super::placement::Placement;
use crate::board::{Position, Reach};
use crate::endgame::proofs;
use crate::geometry::{SPACES, Spaces};
use crate::rules::{Dvonn, Move};
use crate::settings::Checked;
use anyply_framework::settings::within;
use anyply_framework::{Evaluator, Score, View};
use serde::{Deserialize, Serialize};

/// Stacks that can move and the spaces they can reach, worth more near Dvonns; what single departures would cut off; pieces more and more towards the end.
///
/// That mobility near Dvonns decides, and which of its terms matter most, is public knowledge about PrimaDvonna, winner of the CodeCup 2011;
/// the figures are ours. Every term is one's own less the opponent's, in hundredths of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mobility {
    /// For a stack that can move.
    pub stacks: i32,
    /// For a stack that can move some day: not too high, now blocked or without a place to land.
    pub dormant: i32,
    /// For a space that one can land on.
    pub targets: i32,
    /// For such a space that holds an enemy stack.
    pub enemy_targets: i32,
    /// For such a space that holds a Dvonn.
    pub dvonn_targets: i32,
    /// What all these gain for each Dvonn at distance 0, 1, 2 and 3, in hundredths.
    pub near: Near,
    /// For each enemy piece that the departure of one own stack would cut off from the Dvonns.
    pub cuts: i32,
    /// For each own piece that the departure of one own stack would cut off: less than nothing, as that stack is tied down.
    pub own_cuts: i32,
    /// For each piece in one's stacks when all 49 stacks stand, and when one is left.
    pub pieces: (i32, i32),
    /// For the right to move, likewise: without it values would swing from one depth to the next.
    pub tempo: (i32, i32),
    /// While pieces are being placed.
    pub placement: Placement,
}

/// The terms of one side, in hundredths of a piece.
struct Terms {
    stacks: i32,
    dormant: i32,
    targets: i32,
    enemy_targets: i32,
    dvonn_targets: i32,
    cuts: i32,
}

impl Terms {
    fn sum(&self) -> i32 {
        self.stacks + self.dormant + self.targets + self.enemy_targets + self.dvonn_targets + self.cuts
    }
}

impl Mobility {
    /// The terms of the side to move, and of the other.
    #[inline]
    fn both_terms(&self, position: &Position) -> (Terms, Terms) {
        let (own, enemy) = position.reaches();
        let (mine, theirs, dvonns) = (position.mine(), position.theirs(), position.dvonns());
        let closeness = Closeness::to(dvonns, &self.near);
        let (cut_by_me, cut_by_them) = self.cuts_by(position, own.stacks, enemy.stacks);
        let terms = |reach: Reach, stacks: Spaces, others: Spaces, cut: Spaces| {
            let pieces = |side: Spaces| position.pieces(cut & side) as i32;
            let term = |factor: i32, spaces: Spaces| factor * closeness.weigh(spaces) / 100;
            Terms {
                stacks: term(self.stacks, reach.stacks),
                dormant: term(self.dormant, stacks.without(reach.stacks)),
                targets: term(self.targets, reach.targets),
                enemy_targets: term(self.enemy_targets, reach.targets & others),
                dvonn_targets: term(self.dvonn_targets, reach.targets & dvonns),
                cuts: self.cuts * pieces(others) + self.own_cuts * pieces(stacks),
            }
        };
        (terms(own, mine, theirs, cut_by_me), terms(enemy, theirs, mine, cut_by_them))
    }

    /// What either side would cut off if one of its stacks that can move left, each stack by itself.
    #[inline]
    fn cuts_by(&self, position: &Position, own: Spaces, enemy: Spaces) -> (Spaces, Spaces) {
        let (mut by_me, mut by_them) = (Spaces::EMPTY, Spaces::EMPTY);
        if self.cuts != 0 || self.own_cuts != 0 {
            for_each_cut(position, own | enemy, |joint, cut| {
                *if own.contains(joint) { &mut by_me } else { &mut by_them } |= cut;
            });
        }
        (by_me, by_them)
    }

    /// Pieces and the right to move.
    fn late_terms(&self, position: &Position) -> (i32, i32) {
        let gone = SPACES as i32 - position.occupied().count() as i32;
        let between = |(first, last): (i32, i32)| first + (last - first) * gone / (SPACES as i32 - 1);
        (between(self.pieces) * position.margin(), between(self.tempo))
    }
}

impl Evaluator<Dvonn> for Mobility {
    type State = ();
    const ORDERS: bool = true;

    proofs!();

    fn state(&self, _game: &Dvonn, _position: &Position) {}

    fn evaluate(&self, at: View<'_, Dvonn, ()>) -> Score {
        let position = at.position;
        if position.is_placing() {
            return opinion(self.placement.value(position));
        }
        let (own, enemy) = self.both_terms(position);
        let (pieces, tempo) = self.late_terms(position);
        opinion(own.sum() - enemy.sum() + pieces + tempo)
    }

    fn order(&self, at: View<'_, Dvonn, ()>, moves: &[Move], priors: &mut [i32]) {
        rate(&self.placement, at.position, moves, priors);
    }

    fn explain(&self, at: View<'_, Dvonn, ()>) -> Vec<(String, f64)> {
        let position = at.position;
        let units = |name: &str, cents: i32| (name.to_owned(), f64::from(cents) / 100.0);
        if position.is_placing() {
            return vec![units("placement", self.placement.value(position))];
        }
        let (own, enemy) = self.both_terms(position);
        let (pieces, tempo) = self.late_terms(position);
        vec![
            units("movable stacks", own.stacks - enemy.stacks),
            units("dormant stacks", own.dormant - enemy.dormant),
            units("targets", own.targets - enemy.targets),
            units("enemy targets", own.enemy_targets - enemy.enemy_targets),
            units("Dvonn targets", own.dvonn_targets - enemy.dvonn_targets),
            units("cuts", own.cuts - enemy.cuts),
            units("pieces", pieces),
            units("tempo", tempo),
            units("value", self.evaluate(at).cents()),
        ]
    }
}

impl Checked for Mobility {
    fn check(&self) -> Result<(), String> {
        for (name, figure) in [
            ("stacks", self.stacks),
            ("dormant", self.dormant),
            ("targets", self.targets),
            ("enemy_targets", self.enemy_targets),
            ("dvonn_targets", self.dvonn_targets),
            ("cuts", self.cuts),
            ("own_cuts", self.own_cuts),
            ("pieces.0", self.pieces.0),
            ("pieces.1", self.pieces.1),
            ("tempo.0", self.tempo.0),
            ("tempo.1", self.tempo.1),
        ] {
            within(name, figure, -1000..=1000)?;
        }
        check_near("near", &self.near)?;
        self.placement.check()
    }
}
