//! Connectivity at risk: what a single departure cuts off.

use crate::board::Position;
use crate::geometry::{Space, Spaces};

/// So many departures are looked at side by side.
const AT_ONCE: usize = 8;

/// Calls `each` with every one of `leaving` whose departure alone would cut stacks off from every Dvonn, and
/// with those. What a whole move tears off, wherever it lands, is [`losses`](crate::losses)' to say, far more
/// slowly.
///
/// A stack that holds a Dvonn takes it along, and what it cuts off depends on where it lands: such stacks are
/// not looked at.
pub(super) fn for_each_cut(position: &Position, leaving: Spaces, mut each: impl FnMut(Space, Spaces)) {
    let (occupied, dvonns) = (position.occupied(), position.dvonns());
    let mut joints = (leaving.without(dvonns) & occupied.joints()).iter().peekable();
    while joints.peek().is_some() {
        let (mut left, mut rests) = ([None; AT_ONCE], [Spaces::EMPTY; AT_ONCE]);
        for ((left, rest), joint) in left.iter_mut().zip(&mut rests).zip(&mut joints) {
            (*left, *rest) = (Some(joint), occupied.without(joint.set()));
        }
        let kept = Spaces::each_connected_to(&rests, dvonns);
        for ((joint, rest), kept) in left.into_iter().flatten().zip(rests).zip(kept) {
            let cut = rest.without(kept);
            if !cut.is_empty() {
                each(joint, cut);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::playouts::playout;
    use super::*;
    use std::collections::BTreeMap;

    /// What each departure from `leaving` cuts off, by itself.
    fn cuts(position: &Position, leaving: Spaces) -> BTreeMap<Space, Spaces> {
        let mut cuts = BTreeMap::new();
        for_each_cut(position, leaving, |joint, cut| assert!(cuts.insert(joint, cut).is_none()));
        cuts
    }

    #[test]
    fn cuts_are_what_moves_without_a_dvonn_remove() {
        let (mut cutting, mut most) = (0, 0);
        for seed in 0..200 {
            let choices: Vec<usize> = (seed as usize..).map(|ply| ply * 7).take(100).collect();
            playout(Some(seed), &choices, |position| {
                let cuts = cuts(position, position.occupied());
                most = most.max(cuts.len());
                for (from, to) in position.movers().steps(position.mine()).iter() {
                    let mut after = *position;
                    after.step(from, to);
                    let removed = position.occupied().without(from.set()).without(after.occupied());
                    if position.dvonns().contains(from) {
                        assert_eq!(cuts.get(&from), None);
                    } else {
                        assert_eq!(cuts.get(&from).copied().unwrap_or_default(), removed, "{from}{to}");
                        cutting += u32::from(!removed.is_empty());
                    }
                }
            });
        }
        assert!(cutting > 1000 && most > AT_ONCE, "{cutting} moves cut something off, {most} stacks at once");
    }
}
