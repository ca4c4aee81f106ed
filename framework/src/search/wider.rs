//! What the evaluator did not select, looked at where all that it selected loses.

use super::found::Tried;
use super::order::Picker;
use super::worker::{Node, Worker};
use crate::evaluator::{Claim, Evaluator};
use crate::game::{Game, MoveList};
use crate::score::Window;

/// So far from the root, more is looked at than what the evaluator selected: one's own moves and the replies
/// to them.
const WIDER_TO_PLY: usize = 1;

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// All moves that the evaluator selected provably lose: so may the others, and then the loss is no
    /// opinion. The first that may hold is enough to know better. Farther down that costs far more than it
    /// tells: a win believed in is proven in another way (`threats`).
    #[inline(always)]
    pub(super) fn look_wider<const PV: bool>(
        &mut self,
        node: &Node<G>,
        window: Window,
        tried: &mut Tried<G::Move>,
        picker: &mut Picker<G>,
    ) {
        let lost = tried.best.is_loss() && !tried.opinions;
        let open = tried.number > 0 && tried.best < window.beta;
        if node.ply <= WIDER_TO_PLY && picker.claim == Claim::Selective && lost && open && !self.stopped {
            self.try_others::<PV>(node, window, tried, picker);
        }
    }

    #[cold]
    fn try_others<const PV: bool>(
        &mut self,
        node: &Node<G>,
        window: Window,
        tried: &mut Tried<G::Move>,
        picker: &mut Picker<G>,
    ) {
        let known: MoveList<G> = picker.all().collect();
        for mv in self.game.moves(&node.position).into_iter().filter(|mv| !known.contains(mv)) {
            if self.passes_over(node, mv) {
                continue;
            }
            let place = tried.number + 1;
            if self.one_move::<PV, true>(node, (mv, place), window, tried, (picker, &[])) || tried.opinions {
                return;
            }
        }
        picker.claim = Claim::Sound;
    }
}
