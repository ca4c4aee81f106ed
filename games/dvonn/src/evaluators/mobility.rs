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

/// Stacks that can move and the spaces they can reach, worth more near Dvonns; what single departures would
/// cut off; pieces more and more towards the end.
///
/// That mobility near Dvonns decides, and which of its terms matter most, is public knowledge about
/// PrimaDvonna, winner of the CodeCup 2011; the figures are ours. Every term is one's own less the
/// opponent's, in hundredths of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mobility {
    /// For a stack that can move.
    pub stacks: i32,
    /// For a stack that its six neighbours hold in place, and that could land somewhere.
    pub held: i32,
    /// For a stack without a place to land: dead, unless something lands on it, as empty spaces stay empty.
    pub dead: i32,
    /// For a space that one can land on.
    pub targets: i32,
    /// For such a space that holds an enemy stack.
    pub enemy_targets: i32,
    /// For such a space that holds a Dvonn.
    pub dvonn_targets: i32,
    /// What all these gain for each Dvonn at distance 0, 1, 2 and 3, in hundredths.
    pub near: Near,
    /// For each enemy piece that the departure of one own stack, without a Dvonn and able to move now, would
    /// cut off from the Dvonns. The stack itself does not count, even if it lands where it has cut off.
    pub cuts: i32,
    /// For each own piece that it would cut off. It ties that stack down, which takes something off.
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
    held: i32,
    dead: i32,
    targets: i32,
    enemy_targets: i32,
    dvonn_targets: i32,
    cuts: i32,
    own_cuts: i32,
}

impl Terms {
    fn sum(&self) -> i32 {
        let reach = self.stacks + self.targets + self.enemy_targets + self.dvonn_targets;
        reach + self.held + self.dead + self.cuts + self.own_cuts
    }
}

impl Mobility {
    /// The terms of the side to move, and of the other.
    #[inline]
    fn both_terms(&self, position: &Position) -> (Terms, Terms) {
        let movers = position.movers();
        let (mine, theirs, dvonns) = (position.mine(), position.theirs(), position.dvonns());
        let (own, enemy) = (movers.reach(mine), movers.reach(theirs));
        let held = if self.held == 0 && self.dead == 0 { Spaces::EMPTY } else { movers.held() };
        let closeness = Closeness::to(dvonns, &self.near);
        let cuts = self.cuts_by(position, own.stacks, enemy.stacks);
        let terms = |reach: Reach, stacks: Spaces, others: Spaces, cut: Spaces| {
            let term = |factor: i32, spaces: Spaces| factor * closeness.weigh(spaces) / 100;
            let pieces = |side: Spaces| position.pieces(cut & side) as i32;
            Terms {
                stacks: term(self.stacks, reach.stacks),
                held: term(self.held, stacks & held),
                dead: term(self.dead, stacks.without(reach.stacks | held)),
                targets: term(self.targets, reach.targets),
                enemy_targets: term(self.enemy_targets, reach.targets & others),
                dvonn_targets: term(self.dvonn_targets, reach.targets & dvonns),
                cuts: self.cuts * pieces(others),
                own_cuts: self.own_cuts * pieces(stacks),
            }
        };
        (terms(own, mine, theirs, cuts.0), terms(enemy, theirs, mine, cuts.1))
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
            let placement = units("placement", self.placement.value(position));
            return vec![placement, units("value", self.evaluate(at).cents())];
        }
        let (own, enemy) = self.both_terms(position);
        let (pieces, tempo) = self.late_terms(position);
        vec![
            units("movable stacks", own.stacks - enemy.stacks),
            units("held stacks", own.held - enemy.held),
            units("dead stacks", own.dead - enemy.dead),
            units("targets", own.targets - enemy.targets),
            units("enemy targets", own.enemy_targets - enemy.enemy_targets),
            units("Dvonn targets", own.dvonn_targets - enemy.dvonn_targets),
            units("cuts", own.cuts - enemy.cuts),
            units("own cuts", own.own_cuts - enemy.own_cuts),
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
            ("held", self.held),
            ("dead", self.dead),
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

#[cfg(test)]
mod tests {
    use super::super::playouts::playout;
    use super::super::{INFOS, Settings};
    use super::*;
    use crate::agent::losses;
    use crate::geometry::Space;
    use anyply_framework::EvaluatorSource;

    fn mobility() -> Mobility {
        let info = INFOS.iter().find(|info| info.name == "mobility").expect("it is built in");
        match Settings::read(&EvaluatorSource::BuiltIn(info)) {
            Ok(Settings::Mobility(mobility)) => mobility,
            other => panic!("{other:?}"),
        }
    }

    /// The positions of some games, each with the side to move and with the other.
    fn positions() -> Vec<Position> {
        let mut positions = Vec::new();
        for seed in 0..40 {
            let choices: Vec<usize> = (seed as usize..).map(|ply| ply * 7).take(100).collect();
            playout(Some(seed), &choices, |position| positions.extend([*position, position.swapped()]));
        }
        positions
    }

    /// What is cut off by moves of the side to move from spaces without a Dvonn.
    fn cut_by_moves(position: &Position) -> Spaces {
        let steps = position.movers().steps(position.mine());
        let leaving = steps.iter().filter(|(from, _)| !position.dvonns().contains(*from));
        leaving.fold(Spaces::EMPTY, |cut, (from, to)| {
            let mut after = *position;
            after.step(from, to);
            let lost = position.occupied().without(from.set()).without(after.occupied());
            assert_eq!(losses(position, from, to).enemy, position.pieces(lost & position.theirs()));
            cut | lost
        })
    }

    #[test]
    fn cuts_are_what_moves_cut_off() {
        let mobility = mobility();
        let mut seen = 0;
        for position in positions() {
            let (own, enemy) = mobility.both_terms(&position);
            for (terms, position) in [(own, position), (enemy, position.swapped())] {
                let cut = cut_by_moves(&position);
                let pieces = |side: Spaces| position.pieces(cut & side) as i32;
                assert_eq!(terms.cuts, mobility.cuts * pieces(position.theirs()), "{position:?}");
                assert_eq!(terms.own_cuts, mobility.own_cuts * pieces(position.mine()), "{position:?}");
                seen += i32::from(terms.cuts != 0 && terms.own_cuts != 0);
            }
        }
        assert!(seen > 100, "both were something {seen} times");
    }

    /// Every stack is one of three: it can move, six neighbours hold it and it could land, or it has nowhere
    /// to land.
    #[test]
    fn held_stacks_could_land_and_dead_ones_could_not() {
        let one_each = Mobility { held: 100, dead: 100, near: [0; 4], ..mobility() };
        let mut dead = 0;
        for position in positions() {
            let (own, _) = one_each.both_terms(&position);
            let could_land = |space: &Space| {
                let height = position.height(*space) as usize;
                space.at(height).meets(position.occupied())
            };
            let mine: Spaces = position.mine().iter().filter(could_land).collect();
            let held = mine & position.blocked();
            assert_eq!(own.held, 100 * held.count() as i32, "{position:?}");
            assert_eq!(own.dead, 100 * position.mine().without(mine).count() as i32, "{position:?}");
            dead += own.dead / 100;
        }
        assert!(dead > 100, "{dead} dead stacks");
    }
}
