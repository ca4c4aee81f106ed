//! [`with_opponent_model`]: an engine that, once it has lost, plays for the opponent's mistakes.

use crate::engine::{Engine, passed_on};
use crate::game::{Game, Situation};
use crate::score::{Certainty, Score};
use crate::search::{Limits, Line, Observer, Report, Stop};
use std::cmp::Reverse;

/// However soon the loss was found, so many positions may be spent on the choice.
const LEAST: u64 = 200_000;
/// Of what is left on a clock, this part may.
const CLOCK_SHARE: u32 = 40;

/// Lets `engine` choose among the moves that are equally lost for certain the one with the fewest
/// refutations: replies that keep all the opponent has, where others do not. Of as many, the one with the
/// most replies beside them. Whoever replies at first sight misses them most easily there. (The wish is that
/// of a report on an agent for Dvonn, Porto 2004; to search for what a certain opponent overlooks goes back
/// to Carmel and Markovitch, and to Iida and others, both 1993.)
///
/// For games with a margin: without one, hardly a reply that does not win is ever known for certain. It takes
/// at most as many positions again as the search that found the loss, or a few, and never more time than
/// there is; a move after which that is not enough to value every reply is no choice. While it thinks on the
/// opponent's time it does not choose.
pub(crate) fn with_opponent_model<G: Game>(game: G, engine: Box<dyn Engine<G>>) -> Box<dyn Engine<G>> {
    if G::HAS_MARGIN { Box::new(OpponentModel { game, engine }) } else { engine }
}

#[derive(Debug)]
struct OpponentModel<G: Game> {
    game: G,
    engine: Box<dyn Engine<G>>,
}

/// What may still be spent.
struct Allowance<'a> {
    limits: Limits,
    stop: &'a Stop,
}

impl<'a> Allowance<'a> {
    fn after<G: Game>(report: &Report<G>, limits: &Limits, stop: &'a Stop) -> Self {
        let nodes = report.nodes.max(LEAST);
        let left = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(report.nodes));
        let clock = limits.clock.map(|clock| clock.left / CLOCK_SHARE);
        let times = [limits.time, clock].into_iter().flatten();
        let time = times.min().map(|time| time.saturating_sub(report.elapsed));
        let limits = Limits { nodes: Some(nodes.min(left)), time, depth: limits.depth, ..Limits::default() };
        Self { limits, stop }
    }

    fn is_spent(&self) -> bool {
        let no_time = self.limits.time.is_some_and(|time| time.is_zero());
        no_time || self.limits.nodes == Some(0) || self.stop.is_set()
    }
}

impl<G: Game> OpponentModel<G> {
    /// The best moves at `at`, all with the same value, for certain; none if that could not be told.
    fn equals(
        &mut self,
        at: &Situation<G>,
        allowance: &mut Allowance<'_>,
        report: &mut Report<G>,
    ) -> Option<Vec<Line<G>>> {
        if allowance.is_spent() {
            return None;
        }
        let limits = Limits { lines: at.moves(&self.game).len(), ..allowance.limits.clone() };
        let found = self.engine.search(at, &limits, allowance.stop, &mut ());
        report.nodes += found.nodes;
        report.leaves += found.leaves;
        report.elapsed += found.elapsed;
        report.counts.add(&found.counts);
        let Limits { nodes, time, .. } = &mut allowance.limits;
        *nodes = nodes.map(|nodes| nodes.saturating_sub(found.nodes));
        *time = time.map(|time| time.saturating_sub(found.elapsed));
        let mut lines = found.lines;
        let sure = lines.iter().all(|line| line.certainty == Certainty::Exact);
        let best = lines.first()?.score;
        lines.retain(|line| line.score == best);
        sure.then_some(lines)
    }

    /// Puts the move that the opponent errs after most easily at the head of the report.
    fn choose(&mut self, at: &Situation<G>, mut allowance: Allowance<'_>, report: &mut Report<G>) {
        let Some(equals) = self.equals(at, &mut allowance, report) else { return };
        if equals.len() < 2 {
            return;
        }
        let mut best = None;
        for line in equals {
            let after = at.after(&self.game, line.moves[0]);
            let replies = after.moves(&self.game).len();
            // Whose game is over, or who moves again, has no opponent to err.
            if replies == 0 || after.side == at.side {
                continue;
            }
            let Some(refutations) = self.equals(&after, &mut allowance, report) else { continue };
            let mistakes = replies - refutations.len();
            let chances = (mistakes > 0, Reverse(refutations.len()), mistakes);
            if best.is_none_or(|best| chances > best) {
                best = Some(chances);
                let mut moves = vec![line.moves[0]];
                moves.extend_from_slice(&refutations[0].moves);
                report.lines[0] = Line { moves, ..line };
            }
        }
    }
}

impl<G: Game> Engine<G> for OpponentModel<G> {
    fn search(
        &mut self,
        at: &Situation<G>,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<G>,
    ) -> Report<G> {
        let mut report = self.engine.search(at, limits, stop, observer);
        let is_lost = |line: &Line<G>| line.certainty == Certainty::Exact && line.score < Score::DRAW;
        let one_move = limits.lines <= 1 && limits.ponder.is_none() && !limits.outcome_only;
        if one_move && report.lines.first().is_some_and(is_lost) && at.moves(&self.game).len() > 1 {
            self.choose(at, Allowance::after(&report, limits, stop), &mut report);
        }
        report
    }

    fn draw_from(&mut self, seed: u64) {
        self.engine.draw_from(seed);
    }

    passed_on!();
}
