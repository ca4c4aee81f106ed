//! Move ordering: the staged [`Picker`], and what is learned from cut-offs on the way ([`Experience`]).

use super::config::{SearchConfig, Subsets};
use super::negamax::Node;
use crate::evaluator::{Claim, Evaluator, View};
use crate::game::{Game, MoveList, Side};

/// The history of a move stays within ± this. An evaluator's prior counts in the same unit, killers are worth a quarter and an
/// eighth of it: a difference in prior of more than three times this is never overturned by experience.
pub const HISTORY_MAX: i32 = 1 << 14;
const KILLER: [i32; 2] = [HISTORY_MAX / 4, HISTORY_MAX / 8];
const NO_MOVE: usize = usize::MAX;

/// Which moves cut off, by side: at the same ply (killers) and anywhere (history).
#[derive(Debug)]
pub(super) struct Experience {
    killers: [Vec<[usize; 2]>; 2],
    history: [Vec<i32>; 2],
}

impl Experience {
    pub(super) fn new(move_indices: usize, plies: usize) -> Self {
        let killers = vec![[NO_MOVE; 2]; plies];
        let history = vec![0; move_indices];
        Self { killers: [killers.clone(), killers], history: [history.clone(), history] }
    }

    /// `best` cut off after all of `tried` had not.
    pub(super) fn learn<G: Game>(
        &mut self,
        config: &SearchConfig,
        game: &G,
        node: &Node<G>,
        best: G::Move,
        tried: impl Iterator<Item = G::Move>,
    ) {
        let side = node.side.index();
        let best = game.index(best);
        let killers = &mut self.killers[side][node.ply];
        if config.killers > 0 && killers[0] != best {
            *killers = [best, killers[0]];
        }
        if config.history {
            let bonus = (node.depth * node.depth).min(400) as i32 * 32;
            update(&mut self.history[side][best], bonus);
            for mv in tried {
                update(&mut self.history[side][game.index(mv)], -bonus);
            }
        }
    }

    fn bonus(&self, config: &SearchConfig, side: Side, ply: usize, index: usize) -> i32 {
        let killers = self.killers[side.index()][ply];
        let killer = (0..usize::from(config.killers)).find(|&i| killers[i] == index).map_or(0, |i| KILLER[i]);
        killer + if config.history { self.history[side.index()][index] } else { 0 }
    }
}

/// Gravity: the nearer an entry is to its limit, the less more of the same moves it.
fn update(entry: &mut i32, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    *entry += bonus - *entry * bonus.abs() / HISTORY_MAX;
}

/// Gives the moves of a node one by one, best first as far as is known, and does no work before it is needed: the table's
/// move comes before anything is generated, and the rest is sorted only as far as it is asked for.
#[derive(Debug)]
pub(super) struct Picker<G: Game> {
    table_move: Option<G::Move>,
    moves: MoveList<G>,
    /// Where in the shared list of figures those of `moves` begin.
    figures: usize,
    given: usize,
    ordered: bool,
    stage: Stage,
    /// What leaving out moves meant, once they are generated.
    pub(super) claim: Claim,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    Generate,
    Rest,
}

/// What a picker needs to know from the search around it.
#[derive(Debug)]
pub(super) struct Surroundings<'a, G: Game, E: Evaluator<G>> {
    pub(super) evaluator: &'a E,
    pub(super) config: &'a SearchConfig,
    /// What the evaluator may leave out here.
    pub(super) subsets: Subsets,
    pub(super) experience: &'a Experience,
    pub(super) view: View<'a, G, E::State>,
    /// Figures of the moves of all open nodes, one after the other.
    pub(super) figures: &'a mut Vec<i32>,
}

impl<G: Game> Picker<G> {
    pub(super) fn new(table_move: Option<G::Move>) -> Self {
        let moves = MoveList::<G>::new();
        Self {
            table_move,
            moves,
            figures: 0,
            given: 0,
            ordered: false,
            stage: Stage::Table,
            claim: Claim::All,
        }
    }

    /// The next move, or none.
    #[inline]
    pub(super) fn next<E: Evaluator<G>>(
        &mut self,
        node: &Node<G>,
        around: Surroundings<'_, G, E>,
    ) -> Option<G::Move> {
        if self.stage == Stage::Table {
            self.stage = Stage::Generate;
            if self.table_move.is_some() {
                return self.table_move;
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Rest;
            let Surroundings { figures, .. } = around;
            self.prepare(node, Surroundings { figures: &mut *figures, ..around });
            return self.select(figures);
        }
        self.select(around.figures)
    }

    // Generates the moves and gives each its figure.
    fn prepare<E: Evaluator<G>>(&mut self, node: &Node<G>, around: Surroundings<'_, G, E>) {
        let Surroundings { evaluator, config, subsets, experience, view, figures } = around;
        self.claim = generate(evaluator, subsets, view, &mut self.moves);
        if let Some(first) = self.table_move {
            self.moves.retain(|mv| *mv != first);
        }
        let prior = E::ORDERS && config.prior;
        let learned = config.killers > 0 || config.history;
        self.ordered = prior || learned;
        self.figures = figures.len();
        if !self.ordered {
            return;
        }
        figures.resize(self.figures + self.moves.len(), 0);
        let own = &mut figures[self.figures..];
        if prior {
            evaluator.order(view, &self.moves, own);
        }
        if learned {
            for (figure, &mv) in own.iter_mut().zip(&self.moves) {
                *figure += experience.bonus(config, node.side, node.ply, view.game.index(mv));
            }
        }
    }

    // One step of a selection sort: of equals, the first in the order of the rules as it now stands.
    #[inline]
    fn select(&mut self, figures: &mut [i32]) -> Option<G::Move> {
        let given = self.given;
        let first = *self.moves.get(given)?;
        self.given += 1;
        if !self.ordered {
            return Some(first);
        }
        let rest = &mut figures[self.figures..][given..self.moves.len()];
        let mut best = 0;
        for (i, &figure) in rest.iter().enumerate().skip(1) {
            if figure > rest[best] {
                best = i;
            }
        }
        rest.swap(0, best);
        self.moves.swap(given, given + best);
        Some(self.moves[given])
    }

    /// Gives up the figures; to be called when the node is done.
    pub(super) fn finish(&self, figures: &mut Vec<i32>) {
        if self.ordered {
            figures.truncate(self.figures);
        }
    }

    /// Everything given but the last move: what was tried in vain before a cut-off.
    pub(super) fn tried(&self) -> impl Iterator<Item = G::Move> {
        let table_move = self.table_move.filter(|_| self.given > 0);
        table_move.into_iter().chain(self.moves[..self.given.saturating_sub(1)].iter().copied())
    }
}

/// Lists the moves worth searching, and says what leaving out others means.
pub(super) fn generate<G: Game, E: Evaluator<G>>(
    evaluator: &E,
    subsets: Subsets,
    view: View<'_, G, E::State>,
    moves: &mut MoveList<G>,
) -> Claim {
    let allowed = match subsets {
        Subsets::Sound => Claim::Sound,
        Subsets::Selective => Claim::Selective,
        Subsets::None => Claim::All,
    };
    if !E::GENERATES || allowed == Claim::All {
        view.game.legal_moves(view.position, moves);
        return Claim::All;
    }
    let claim = evaluator.generate(view, allowed, moves);
    debug_assert!(claim <= allowed);
    claim
}
