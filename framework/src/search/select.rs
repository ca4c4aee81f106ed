//! What is not searched in full, on an opinion: static cut-offs, null move, ProbCut, pruning, reductions,
//! extensions.
//!
//! None of it is done in an exact ending. What cuts off or leaves out moves is not done either where a won or
//! lost game is at stake.

use super::config::{Forecast, Margin};
use super::found::Tried;
use super::order::Picker;
use super::worker::{NO_MOVE, Node, Worker};
use crate::evaluator::{Claim, Evaluator};
use crate::game::Game;
use crate::score::{Bound, Score, Window};
use std::sync::LazyLock;

impl Margin {
    /// How far from the window the evaluation must be with `depth` plies left, if that is near enough to the
    /// leaves.
    fn at(&self, depth: u32) -> Option<i32> {
        (depth <= u32::from(self.depth)).then(|| (self.base + self.per_ply * depth) as i32)
    }
}

impl Forecast {
    // So many standard deviations, in hundredths, of its error.
    fn deviation(&self, hundredths: u32) -> i64 {
        i64::from(self.sigma) * i64::from(hundredths) / 100
    }

    // The shallow value that foretells a deep one; no further than values go, as below all of them there is
    // no window.
    fn shallow_of(&self, deep: i64) -> Score {
        let shallow = (deep - i64::from(self.offset)) * 1000 / i64::from(self.slope);
        let most = i64::from(Score::MAX_VALUE.cents());
        Score::from_cents(shallow.clamp(-most, most) as i32)
    }
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Reverse futility before the table is asked: the evaluation alone says that a node is good enough.
    ///
    /// For games with a margin, where the table settles few of these nodes (one in twenty in Dvonn), and its
    /// answer arrives while the node is evaluated. Where a game is won once and for all the table comes
    /// first, as it may know of a win: see [`Worker::cut_by_opinion`].
    #[inline(always)]
    pub(super) fn reverse_futility(&mut self, node: &Node<G>, window: Window) -> Option<Score> {
        let margin = self.config.reverse_futility.as_ref().filter(|_| G::HAS_MARGIN)?.at(node.depth)?;
        let asks = !self.ending && node.ply > 0 && node.without.is_none() && !holds_results(window);
        if !asks {
            return None;
        }
        let value = self.quiet_value(node)?.offset(-margin);
        (value >= window.beta).then_some(value)
    }

    /// The value of a node that is cut off before any move is tried.
    pub(super) fn cut_by_opinion(&mut self, node: &Node<G>, window: Window) -> Option<Score> {
        if holds_results(window) {
            return None;
        }
        let config = self.config;
        let depth = node.depth;
        let reverse = config.reverse_futility.as_ref().filter(|_| !G::HAS_MARGIN);
        let reverse = reverse.and_then(|margin| margin.at(depth));
        let razor = config.razoring.as_ref().and_then(|margin| margin.at(depth));
        let skips =
            G::SKIPS && config.null_move.as_ref().is_some_and(|null| depth >= u32::from(null.from_depth));
        if reverse.is_some() || razor.is_some() || skips {
            let eval = self.quiet_value(node)?;
            if let Some(margin) = reverse
                && eval.offset(-margin) >= window.beta
            {
                return Some(eval.offset(-margin));
            }
            if let Some(margin) = razor
                && eval.offset(margin) <= window.alpha
            {
                let value = self.quiesce(node, window, u32::from(config.quiescence)).value;
                if value <= window.alpha {
                    return Some(value);
                }
            }
            if skips
                && eval >= window.beta
                && let Some(value) = self.null_move(node, window)
            {
                return Some(value);
            }
        }
        self.probcut(node, window)
    }

    // The evaluation of a node where the game goes on.
    fn quiet_value(&mut self, node: &Node<G>) -> Option<Score> {
        if self.game.terminal(&node.position).is_some() {
            return None;
        }
        Some(self.evaluate(node))
    }

    // Whether the node is good enough even if the opponent moves twice.
    fn null_move(&mut self, node: &Node<G>, window: Window) -> Option<Score> {
        let null = self.config.null_move.as_ref()?;
        if self.trail[node.ply] == NO_MOVE {
            return None;
        }
        let less = u32::from(null.reduction) + node.depth / 4;
        let child = self.skip(node, (node.depth - 1).saturating_sub(less));
        let null = Window { alpha: window.beta.offset(-1), beta: window.beta };
        let value = -self.node::<false>(&child, -null).value;
        self.unskip(node, &child);
        let fails = self.stopped || value < window.beta || value.distance().is_some();
        (!fails).then_some(value)
    }

    // Shallow null-window searches beyond the window, as far from it as the error model asks, on a side that
    // the evaluation does not speak against.
    fn probcut(&mut self, node: &Node<G>, window: Window) -> Option<Score> {
        let probcut = self.config.probcut.as_ref()?;
        let forecasts = self.forecasts.of_depth(node.depth);
        if forecasts.is_empty() {
            return None;
        }
        let eval = self.quiet_value(node)?;
        let deviations = probcut.confidence.into();
        let remaining = self.game.remaining(&node.position);
        let (mut checks, mut asked) = (0, 0);
        for forecast in forecasts {
            if forecast.shallow == asked || u32::from(forecast.remaining) > remaining {
                continue;
            }
            if checks == probcut.checks {
                break;
            }
            checks += 1;
            asked = forecast.shallow;
            let reduced = Node { depth: asked.into(), ..*node };
            // A thousand millions at most, by what settings may be.
            let reach = forecast.deviation(probcut.reach.into()) as i32;
            if eval.offset(reach) >= window.beta && self.reaches(&reduced, window.beta, forecast, deviations)
            {
                return Some(window.beta);
            }
            if eval.offset(-reach) <= window.alpha
                && self.stays_at(&reduced, window.alpha, forecast, deviations)
            {
                return Some(window.alpha);
            }
        }
        None
    }

    // Whether a shallow search says that the value is hardly below `beta`.
    fn reaches(&mut self, reduced: &Node<G>, beta: Score, forecast: &Forecast, deviations: u32) -> bool {
        let beta = forecast.shallow_of(i64::from(beta.cents()) + forecast.deviation(deviations));
        let null = Window { alpha: beta.offset(-1), beta };
        beta < Score::MAX_VALUE && self.node::<false>(reduced, null).value >= beta && !self.stopped
    }

    // Whether a shallow search says that the value is hardly above `alpha`.
    fn stays_at(&mut self, reduced: &Node<G>, alpha: Score, forecast: &Forecast, deviations: u32) -> bool {
        let alpha = forecast.shallow_of(i64::from(alpha.cents()) - forecast.deviation(deviations));
        let null = Window::null(alpha);
        alpha > -Score::MAX_VALUE && self.node::<false>(reduced, null).value <= alpha && !self.stopped
    }

    /// The result nearest to the window, where shallow searches foretell that it hardly lies within. Not the
    /// window's edge: that may have been drawn in to where results begin, and whoever asked would take what
    /// lies below one for better than asked.
    pub(super) fn foretold_end(&mut self, node: &Node<G>, window: Window) -> Option<Score> {
        if holds_results(window) {
            return None;
        }
        let (forecasts, deviations) = (self.forecasts, self.deviations);
        forecasts.of_end(node.depth).iter().find_map(|forecast| {
            // What it finds is no part of this search: the table keeps what is known of the node to its end.
            let reduced = Node { depth: forecast.shallow.into(), place: None, ..*node };
            self.in_the_middle(|worker| {
                if worker.reaches(&reduced, window.beta, forecast, deviations) {
                    return Some(-(-window.beta).rounded_down(E::GRAIN));
                }
                let stays = worker.stays_at(&reduced, window.alpha, forecast, deviations);
                stays.then(|| window.alpha.rounded_down(E::GRAIN))
            })
        })
    }

    /// By how many plies less a node is searched for which the table names no move.
    pub(super) fn internal_reduction(&self, node: &Node<G>, has_move: bool) -> u32 {
        let from = u32::from(self.config.internal_reduction);
        u32::from(from > 0 && node.depth >= from && node.depth > 1 && !has_move)
    }

    /// Whether moves of a node may be left out, if what is found allows it.
    #[inline(always)]
    pub(super) fn may_prune<const PV: bool>(&self, node: &Node<G>, window: Window, claim: Claim) -> bool {
        self.prunes && !PV && node.ply > 0 && claim != Claim::Sound && window.alpha.distance().is_none()
    }

    /// Leaves out the move at hand and all after it, if they are not worth a search: all that is thought of
    /// them then is that they do not raise alpha.
    #[inline(always)]
    pub(super) fn prunes_rest(&mut self, node: &Node<G>, window: Window, tried: &mut Tried<G::Move>) -> bool {
        let prunes = tried.number > 0
            && tried.best.distance().is_none()
            && self.is_late_or_futile(node, window, tried);
        if prunes {
            tried.opinions = true;
            tried.best = tried.best.max(window.alpha);
        }
        prunes
    }

    fn is_late_or_futile(&mut self, node: &Node<G>, window: Window, tried: &mut Tried<G::Move>) -> bool {
        let config = self.config;
        if let Some(late) = &config.late_move_pruning
            && node.depth <= u32::from(late.depth)
            && tried.number >= u32::from(late.moves) + u32::from(late.per_ply) * node.depth * node.depth
        {
            return true;
        }
        let Some(margin) = config.futility.as_ref().and_then(|margin| margin.at(node.depth)) else {
            return false;
        };
        // Asked once a node: neither the evaluation nor, at the nodes where this is done, the window changes.
        *tried.futile.get_or_insert_with(|| self.evaluate(node).offset(margin) <= window.alpha)
    }

    /// By how many plies less, or more, a move is searched.
    pub(super) fn stretch<const PV: bool>(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
        number: u32,
        picker: &mut Picker<G>,
    ) -> (u32, u32) {
        if self.ending {
            return (0, 0);
        }
        if self.may_extend(node)
            && (self.has_few_replies(node, picker) || number == 1 && self.is_singular(node, mv))
        {
            return (0, 1);
        }
        (self.reduction::<PV>(node, mv, number, picker), 0)
    }

    fn reduction<const PV: bool>(&self, node: &Node<G>, mv: G::Move, number: u32, picker: &Picker<G>) -> u32 {
        let Some(reductions) = &self.config.reductions else { return 0 };
        let late =
            node.depth >= u32::from(reductions.from_depth) && number >= u32::from(reductions.from_move);
        if !late || picker.claim == Claim::Sound || !self.config.principal_variation {
            return 0;
        }
        let ln = |n: u32| LOGARITHMS[n.min(63) as usize];
        let product = i64::from(ln(node.depth)) * i64::from(ln(number));
        let mut hundredths = i64::from(reductions.base) + product / 100 / i64::from(reductions.divisor);
        hundredths -= 100 * i64::from(PV);
        if reductions.history > 0 {
            let history = self.experience.of(node.side.index(), self.game.index(mv));
            hundredths -= i64::from(history) * 100 / i64::from(reductions.history);
        }
        (hundredths / 100).clamp(0, i64::from(node.depth) - 1) as u32
    }

    // Twice the nominal depth is the end of all extending.
    fn may_extend(&self, node: &Node<G>) -> bool {
        node.ply > 0 && (node.ply as u32) < 2 * self.root_depth && node.without.is_none()
    }

    fn has_few_replies(&mut self, node: &Node<G>, picker: &mut Picker<G>) -> bool {
        let few = usize::from(self.config.few_replies);
        if few == 0 {
            return false;
        }
        self.generate(node, picker);
        picker.all().count() <= few && picker.claim != Claim::Selective
    }

    // Whether the first move is far better than the others.
    fn is_singular(&mut self, node: &Node<G>, mv: G::Move) -> bool {
        let Some(singular) = &self.config.singular else { return false };
        if node.depth < u32::from(singular.from_depth) {
            return false;
        }
        let Some(entry) = self.ask_table(node.place) else { return false };
        let index = self.game.index(mv) as u16;
        let value = entry.value.seen_from(node.ply as u32);
        let known = entry.best == Some(index)
            && entry.bound != Bound::Upper
            && u32::from(entry.depth) + 3 >= node.depth
            && value.distance().is_none();
        if !known {
            return false;
        }
        let below = value.offset(-((singular.margin * node.depth) as i32));
        let others = Node { depth: (node.depth - 1) / 2, without: Some(index), ..*node };
        if others.depth == 0 {
            return false;
        }
        let best = self.node::<false>(&others, Window { alpha: below.offset(-1), beta: below }).value;
        best < below && !self.stopped
    }
}

/// Whether a won or lost game is at stake.
fn holds_results(window: Window) -> bool {
    window.alpha.distance().is_some() || window.beta.distance().is_some()
}

/// Thousandths of the natural logarithm, of depths and of numbers of moves.
static LOGARITHMS: LazyLock<[i32; 64]> =
    LazyLock::new(|| std::array::from_fn(|n| ((n.max(1) as f64).ln() * 1000.0).round() as i32));
