//! Iterative deepening: one depth after the other, the windows of each, and when to stop.

use super::confidence::Confidence;
use super::config::{SearchConfig, Soundness, Subsets};
use super::found::Found;
use super::order::generate;
use super::report::{Line, Observer, Report};
use super::steps::{Step, Steps};
use super::table::Entry;
use super::threats::Lookout;
use super::worker::Worker;
use crate::evaluator::{Claim, Evaluator};
use crate::game::{Game, MoveList, Situation};
use crate::score::{Bound, Certainty, Distance, Score, Window};
use std::ops::RangeInclusive;

/// So many searches of MTD(f) may fail on the same side before steps begin. Of twelve positions each, eight
/// took up to 4 % fewer positions without selective techniques, and 10 to 27 % more with them.
const FREE_STEPS: i32 = 4;

/// One thread's way through the depths.
#[derive(Debug)]
pub(super) struct Deepening<'a, G: Game, E: Evaluator<G>> {
    pub(super) worker: Worker<'a, G, E>,
    pub(super) root: Situation<G>,
    /// The plies that the game can still last.
    pub(super) remaining: u32,
    pub(super) lines: usize,
    /// Of the end of the game only the sign of the value is asked: see
    /// [`Limits::outcome_only`](super::Limits::outcome_only).
    pub(super) outcome_only: bool,
    /// The best line, if it is proven already and need not be searched.
    pub(super) proven: Option<Line<G>>,
}

impl<'a, G: Game, E: Evaluator<G>> Deepening<'a, G, E> {
    /// The first thread: what it finds counts, and is told.
    pub(super) fn run(
        &mut self,
        depths: RangeInclusive<u32>,
        mut report: Report<G>,
        observer: &mut dyn Observer<G>,
        mut lookout: Option<Lookout<'_, G>>,
    ) -> Report<G> {
        let wanted = self.lines.min(self.root.moves(self.worker.game).len());
        self.worker.every_root_move = wanted > 1;
        let mut confidence = Confidence::default();
        let hurries = wanted == 1 && self.worker.budget.has_clock() && self.is_forced();
        let (first, last) = depths.into_inner();
        let steps = self.steps(last);
        let mut next = (first <= last).then(|| steps.begin(first));
        while let Some(step) = next {
            self.worker.budget.begin(step.number());
            lookout.iter_mut().for_each(|lookout| self.look_out(lookout));
            self.proven.iter().for_each(|proven| proven.put_first(&mut report.lines, wanted));
            let (mut lines, complete) = self.step(step, wanted, &report.lines);
            if !complete {
                // What the broken depth found best so far is better founded. Several lines stay those of one
                // depth, to be compared.
                if wanted == 1
                    && let Some(broken) = lines.pop()
                {
                    correct(&mut report.lines[0], broken);
                }
                break;
            }
            lookout.iter_mut().for_each(|lookout| self.confirm(lookout, &lines[0], step.depth));
            self.proven.iter().for_each(|proven| proven.put_first(&mut lines, wanted));
            if let Some(lookout) = &mut lookout {
                lines.iter_mut().for_each(|line| self.tell_out(lookout, line));
            }
            let (game, old, new) = (self.worker.game, &report.lines[0], &lines[0]);
            let same = game.index(old.moves[0]) == game.index(new.moves[0]);
            confidence.hear(same, old.score, new.score);
            // Deeper down other moves may be found that can be proven to win.
            let provable = lookout.is_some() && lines[0].is_believed_win();
            let settled = !provable && is_settled(self.worker.config, step.depth, &lines);
            report = Report {
                depth: step.depth,
                lines,
                nodes: self.worker.nodes(),
                leaves: self.worker.leaves(),
                counts: self.worker.tally(),
                elapsed: self.worker.budget.elapsed(),
                by_book: false,
            };
            observer.depth_finished(&report);
            let budget = self.worker.budget;
            if settled || hurries || budget.is_enough(confidence.percent()) {
                break;
            }
            next = steps.next(step);
        }
        report
    }

    fn steps(&self, last: u32) -> Steps<'a> {
        Steps { config: self.worker.config, last, remaining: self.remaining }
    }

    /// Another thread: what it finds is in the table.
    pub(super) fn help(&mut self, depths: RangeInclusive<u32>, number: usize) {
        let (first, last) = depths.into_inner();
        let together = self.worker.busy.is_some();
        // Half of those who go their own way are one depth ahead, so that not all walk the same nodes at the
        // same time.
        let steps = self.steps(last);
        let mut next =
            Some(steps.begin(if together { first } else { (first + number as u32 % 2).min(last) }));
        let mut lines = Vec::new();
        // What is proven needs no help.
        let wanted = (1 + usize::from(self.proven.is_some())).min(self.root.moves(self.worker.game).len());
        self.worker.every_root_move = wanted > 1;
        while let Some(step) = next {
            let (found, complete) = self.step(step, wanted, &lines);
            if complete {
                lines = found;
                next = steps.next(step);
            } else if self.worker.budget.is_past(step.number()) {
                // The first thread is done with this step.
                self.worker.stopped = false;
                next = Some(Step::of_number(self.worker.budget.step()));
            } else {
                return;
            }
        }
    }

    /// Searches these depths for what it leaves in the table; whether they could be finished.
    pub(super) fn finishes(&mut self, depths: RangeInclusive<u32>) -> bool {
        let mut lines = Vec::new();
        for depth in depths {
            let (found, complete) = self.step(Step { depth, level: Entry::SURE }, 1, &lines);
            if !complete {
                return false;
            }
            lines = found;
        }
        true
    }

    /// Makes one step: its lines, and whether it was finished. An unfinished one gives the best line it had
    /// found, if any.
    fn step(&mut self, step: Step, wanted: usize, before: &[Line<G>]) -> (Vec<Line<G>>, bool) {
        let depth = step.depth;
        self.worker.set_step(step, depth >= self.remaining);
        self.worker.excluded.clear();
        let mut lines: Vec<Line<G>> = Vec::with_capacity(wanted);
        if let Some(proven) = &self.proven {
            self.worker.excluded.push(self.worker.game.index(proven.moves[0]));
            lines.push(proven.clone());
        }
        for rank in lines.len()..wanted {
            let line = self.line(depth, rank, before);
            if self.worker.stopped {
                return (line.into_iter().collect(), false);
            }
            let line = line.expect("a finished root search has a best move");
            self.worker.excluded.push(self.worker.game.index(line.moves[0]));
            lines.push(line);
        }
        Line::sort(&mut lines);
        (lines, true)
    }

    // The best line among the moves not excluded; in a search that was stopped, the best one finished, if
    // any.
    fn line(&mut self, depth: u32, rank: usize, before: &[Line<G>]) -> Option<Line<G>> {
        let Worker { game, ref excluded, .. } = self.worker;
        let old = before.iter().skip(rank).map(|line| game.index(line.moves[0]));
        self.worker.root_first =
            old.filter(|index| !excluded.contains(index)).map(|index| index as u16).next();
        let guess = before.get(rank).map(|line| line.score).filter(|_| depth > 1);
        let (mut found, mut moves) = match self.worker.ending && self.asks_for_sign() {
            true => self.sign(depth, before),
            false if self.worker.config.mtdf => self.mtdf(depth, guess, |_| false),
            false => self.aspire(depth, guess),
        };
        if self.worker.stopped
            && !moves.is_empty()
            && let Some(guess) = guess.filter(|guess| found.value.is_loss() && !guess.is_loss())
            && let Some(other) = self.move_at_hand(depth)
        {
            // All moves that the broken depth had seen lose. Of the one it was at, nothing is known but that
            // it seemed no better than the best.
            (found.value, moves) = (guess, vec![other]);
        }
        // What leaves out nothing that matters is sure of every end of the game that it sees.
        let sees_all = self.worker.config.soundness() < Soundness::Selective;
        let sure = !self.worker.stopped && (!found.opinion || sees_all && found.value.distance().is_some());
        let certainty = match () {
            () if sure => Certainty::Exact,
            // Other moves may be better.
            () if self.worker.stopped => Certainty::Heuristic,
            () => self.worker.confidence(),
        };
        if moves.is_empty() {
            return None;
        }
        self.lengthen(&mut moves, depth);
        Some(Line { score: found.value, certainty, moves })
    }

    // The root moves that the evaluator thinks worth it, and what leaving out others means.
    fn root_moves(&mut self, depth: u32) -> (MoveList<G>, Claim) {
        let root = self.worker.root(self.root.position, self.root.side, depth);
        let worker = &self.worker;
        let mut moves = MoveList::<G>::new();
        let claim = generate(worker.evaluator, worker.subsets(&root), worker.view(&root), &mut moves);
        (moves, claim)
    }

    // Whether there is one root move that does not surely lose, so that no search could change the choice.
    fn is_forced(&mut self) -> bool {
        let (moves, claim) = self.root_moves(1);
        moves.len() == 1 && claim != Claim::Selective
    }

    // The root move at which the search was stopped, if it is one that the evaluator thinks worth it.
    fn move_at_hand(&mut self, depth: u32) -> Option<G::Move> {
        let (moves, _) = self.root_moves(depth);
        let worker = &self.worker;
        let at_hand = worker.game.decode(&self.root.position, worker.trail[1]);
        at_hand.filter(|mv| moves.contains(mv))
    }

    // Aspiration: a narrow window first, opened on the side where it fails, four times as wide each time.
    fn aspire(&mut self, depth: u32, guess: Option<Score>) -> (Found, Vec<G::Move>) {
        let width = i32::from(self.worker.config.aspiration);
        let mut window = match guess {
            Some(guess) if width > 0 && guess.distance().is_none() => {
                Window { alpha: guess.offset(-width), beta: guess.offset(width) }
            }
            _ => Window::FULL,
        };
        let mut step = width;
        // What the last search that failed high has shown.
        let mut better = (Found::thought(window.alpha), Vec::new());
        loop {
            let found = self.search(depth, window);
            step = step.saturating_mul(4);
            let wide = step > 10_000;
            let line = self.worker.lines.of(0);
            match window.bound(found.value) {
                _ if self.worker.stopped && line.is_empty() => return better,
                _ if self.worker.stopped => return (found, line.clone()),
                Bound::Exact => return (found, line.clone()),
                Bound::Upper => {
                    window.alpha = if wide { Window::FULL.alpha } else { found.value.offset(-step) }
                }
                Bound::Lower => {
                    window.beta = if wide { Window::FULL.beta } else { found.value.offset(step) };
                    better = (found, line.clone());
                    self.begin_with_best();
                }
            }
            self.worker.counts.researches += 1;
        }
    }

    // Without a margin a value says how soon the game is won, and alpha-beta turned off knows no windows.
    fn asks_for_sign(&self) -> bool {
        self.outcome_only && G::HAS_MARGIN && self.lines == 1 && self.worker.config.alpha_beta
    }

    // Two questions at most: whether the game is won, and whether it is lost; the likelier one first.
    fn sign(&mut self, depth: u32, before: &[Line<G>]) -> (Found, Vec<G::Move>) {
        let guess = before.first().map_or(Score::DRAW, |line| line.score);
        let nearest = guess.clamp(Score::DRAW, Score::DRAW.next());
        let decided = |Window { alpha: low, beta: high }| low > Score::DRAW || high < Score::DRAW;
        let (found, mut moves) = self.mtdf(depth, Some(nearest), decided);
        if moves.is_empty() && !self.worker.stopped {
            // All moves lose, and which does so least was not asked: the one that seemed best stays.
            let legal = self.root.moves(self.worker.game);
            moves.extend(before.first().map_or(&legal[..], |line| &line.moves[..]).first());
        }
        (found, moves)
    }

    // MTD(f): null windows close in on the value from both sides, until nothing is left between them or that
    // is enough. What a selective search leaves out is worth no more than its window, so that its answers
    // creep by hundredths: after a few on the same side a step is taken beyond the answer (MTD-step, Plaat et
    // al. 1996), each twice as long as the one before.
    fn mtdf(
        &mut self,
        depth: u32,
        guess: Option<Score>,
        enough: impl Fn(Window) -> bool,
    ) -> (Found, Vec<G::Move>) {
        let Window { alpha: mut low, beta: mut high } = Window::FULL;
        let mut value = guess.unwrap_or(Score::DRAW);
        let (mut line, mut opinion) = (Vec::new(), false);
        // Negative after searches that failed low.
        let mut same_side = 0i32;
        while low < high && !enough(Window { alpha: low, beta: high }) {
            let step = (1 << (same_side.abs() + 1 - FREE_STEPS).clamp(0, 30)) - 1;
            let nearest = value.max(low.next());
            let beta = nearest.offset(if same_side < 0 { -step } else { step }).clamp(low.next(), high);
            let found = self.search(depth, Window { alpha: beta.offset(-1), beta });
            if self.worker.stopped {
                return (Found::thought(low), line);
            }
            value = found.value;
            opinion |= found.opinion;
            if value < beta {
                high = value;
                same_side = same_side.min(0) - 1;
            } else {
                low = value;
                same_side = same_side.max(0) + 1;
                line.clone_from(self.worker.lines.of(0));
                self.begin_with_best();
            }
            self.worker.counts.researches += u64::from(low < high);
        }
        (Found { value, opinion }, line)
    }

    // A search that failed high has found a better move than the one that the depth before began with.
    fn begin_with_best(&mut self) {
        let Worker { game, ref lines, .. } = self.worker;
        let best = lines.of(0).first().map(|&mv| game.index(mv) as u16);
        self.worker.root_first = best.or(self.worker.root_first);
    }

    fn search(&mut self, depth: u32, window: Window) -> Found {
        let node = self.worker.root(self.root.position, self.root.side, depth);
        // Were it stopped before it began, the line of another search would be taken for its own.
        self.worker.lines.clear(0);
        self.worker.node::<true>(&node, window)
    }

    // A line that ended at a value from the table goes on with the table's moves.
    fn lengthen(&self, moves: &mut Vec<G::Move>, depth: u32) {
        let game = self.worker.game;
        let mut at = moves.iter().fold(self.root, |at, &mv| at.after(game, mv));
        while moves.len() < depth as usize {
            let Some(mv) = self.worker.remembered(&at.position, moves.len()) else { return };
            moves.push(mv);
            at = at.after(game, mv);
        }
    }
}

// Takes over what a broken step found best. It is sure of nothing: what a finished one is sure of, or likely
// to be, stands, unless more was found than that, or another move, of which the finished one said nothing.
fn correct<G: Game>(finished: &mut Line<G>, broken: Line<G>) {
    let unknown = finished.certainty == Certainty::Heuristic;
    let other = finished.moves[0] != broken.moves[0];
    if unknown || other || broken.score > finished.score {
        *finished = broken;
    }
}

// Whether a greater depth can find nothing better: all is proven, or won and lost within the depth already,
// however much deeper the same selected moves are searched.
fn is_settled<G: Game>(config: &SearchConfig, depth: u32, lines: &[Line<G>]) -> bool {
    let selective = config.subsets == Subsets::Selective;
    let decided = |line: &Line<G>| match line.score.distance() {
        Some(Distance::Win(plies) | Distance::Loss(plies)) => selective && plies <= depth,
        None => false,
    };
    lines.iter().all(|line| line.certainty == Certainty::Exact || decided(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::toy::Toy;

    #[test]
    fn what_a_broken_step_corrects_has_the_score_of_its_own_move() {
        let line = |(units, certainty, mv)| Line::<Toy> {
            score: Score::from_units(units),
            certainty,
            moves: vec![mv],
        };
        for sure in [Certainty::Selective(73), Certainty::Likely(73)] {
            for (broken, left) in [
                ((2, 3), (4, sure, 3)),
                ((6, 3), (6, Certainty::Heuristic, 3)),
                ((2, 5), (2, Certainty::Heuristic, 5)),
            ] {
                let mut finished = line((4, sure, 3));
                correct(&mut finished, line((broken.0, Certainty::Heuristic, broken.1)));
                let expected = line(left);
                assert_eq!(
                    (finished.score, finished.certainty, finished.moves),
                    (expected.score, expected.certainty, expected.moves)
                );
            }
        }
    }
}
