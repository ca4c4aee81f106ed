//! Looking out for threats between the depths of a search.

use super::{Guide, Purse, Threats};
use crate::evaluator::Evaluator;
use crate::game::{Game, Situation};
use crate::proof::Answer;
use crate::score::{Bound, Certainty, Distance, Score, Window};
use crate::search::account::Thrift;
use crate::search::clock::Budget;
use crate::search::config::SearchConfig;
use crate::search::deepen::Deepening;
use crate::search::report::Line;
use crate::search::table::Entry;
use crate::search::worker::Worker;

/// What was looked for in one search so far.
#[derive(Debug)]
pub(in super::super) struct Lookout<'a, G: Game> {
    threats: &'a mut Threats,
    /// Percentages of the positions of one of the search's threads: for threats alone, and for what the
    /// search likes best.
    threats_percent: u64,
    quiet_percent: u64,
    threads: u64,
    /// The plies within which it is to be won.
    horizon: Option<u32>,
    made: u64,
    /// Positions made to prove what the search believes in or likes best; among them, for the latter.
    proving: u64,
    hoping: u64,
    /// Positions made to tell how proven lines go on.
    telling: u64,
    /// Whether it is known if the side to move wins.
    answered: bool,
    /// The moves of which it is not known whether the other side wins after them, once it is known that it
    /// does if nothing is done.
    doubtful: Option<Vec<G::Move>>,
}

impl<'a, G: Game> Lookout<'a, G> {
    /// The least positions for the first look.
    const LEAST: u64 = 4_096;
    /// The most positions for how proven lines go on, in one search.
    const TELLING: u64 = 4_096;
    /// A question with fewer positions is not worth asking.
    const LEAST_QUESTION: u64 = 64;

    /// For a search with so many threads. Wins that take more plies than a depth asked for are none of its.
    pub(in super::super) fn new(
        threats: &'a mut Threats,
        (config, threads): (&SearchConfig, usize),
        depth: Option<u32>,
    ) -> Self {
        // Every game is over by then.
        let horizon = depth.map(|depth| depth.max(1)).filter(|&depth| depth < G::MAX_PLIES);
        Self {
            threats,
            threats_percent: config.threats.into(),
            quiet_percent: if G::SKIPS { config.quiet_wins.into() } else { 0 },
            threads: threads as u64,
            horizon,
            made: 0,
            proving: 0,
            hoping: 0,
            telling: 0,
            answered: false,
            doubtful: None,
        }
    }

    // The positions that one thread of the search has made.
    fn searched(&self, budget: &Budget<'_>) -> u64 {
        budget.spent().saturating_sub(self.made + self.proving + self.telling) / self.threads
    }

    // The positions that may be made now.
    fn allowance(&self, budget: &Budget<'_>) -> u64 {
        let searched = self.searched(budget);
        // Something must be left for the search itself.
        let least = Self::LEAST.min(budget.left() / 4);
        (searched * self.threats_percent / 100).max(least).saturating_sub(self.made)
    }

    /// Looks for a win of the side to move.
    pub(in super::super) fn attack<E: Evaluator<G>>(
        &mut self,
        rules: (&G, &E),
        root: &Situation<G>,
        budget: &Budget<'_>,
    ) -> Option<Line<G>> {
        if self.answered {
            return None;
        }
        let mut purse = Purse::new(budget, self.allowance(budget), Thrift::None);
        let mut answer = self.threats.ask(rules, &root.position, self.horizon, &mut purse);
        self.answered = answer.is_some();
        // The first win found is seldom the shortest. Each shorter one is worth about as much again.
        let most = purse.made + Self::LEAST / 8;
        let mut shortest = None;
        while let Some(won) = answer.filter(|answer| answer.yes) {
            let shorter = won.plies.checked_sub(2).filter(|&plies| plies > 0);
            shortest = Some(Line::won(won));
            answer = shorter.and_then(|plies| {
                purse.lend(most, |purse| self.threats.ask(rules, &root.position, Some(plies), purse))
            });
        }
        self.made += purse.close();
        shortest
    }
}

impl<G: Game, E: Evaluator<G>> Deepening<'_, G, E> {
    /// Tries to prove that the search's best moves win, with threats after them. On a win that it believes in
    /// as much is spent as one thread of the search took so far: nothing better could be searched for
    /// meanwhile.
    pub(in super::super) fn confirm(&mut self, lookout: &mut Lookout<'_, G>, best: &Line<G>, depth: u32) {
        if self.proven.is_some() {
            return;
        }
        self.worker.settle();
        let (budget, believes) = (self.worker.budget, best.is_believed_win());
        if best.score.is_loss() {
            return;
        }
        let searched = lookout.searched(budget);
        let most = match believes {
            true => searched,
            false => (searched * lookout.quiet_percent / 100).saturating_sub(lookout.hoping),
        };
        let before = lookout.proving;
        let end = before + most.min(budget.left() / 2);
        while let Some(left) = end.checked_sub(lookout.proving).filter(|&left| left > 0) {
            // For what it only likes, time is not taken from later moves of the game.
            let thrift = if believes { Thrift::None } else { Thrift::HalfShare };
            let mut purse = Purse::new(budget, left, thrift);
            let guide = Guide { worker: &self.worker, believes };
            let answer = lookout.threats.ask_guided(guide, &self.root.position, lookout.horizon, &mut purse);
            lookout.proving += purse.close();
            let gap = match answer {
                Ok(won) => {
                    self.proven = Some(Line::won(won));
                    break;
                }
                Err(gap) => gap,
            };
            let (filled, made) = self.fills(&gap, depth, end.saturating_sub(lookout.proving));
            lookout.proving += made;
            if !filled {
                break;
            }
        }
        if !believes {
            lookout.hoping += lookout.proving - before;
        }
    }

    // Whether a win is found for the side to move after the moves to a gap, looking as far ahead as the
    // root's search did; and the positions made for it: a depth that was begun is finished, be it beyond
    // `most`.
    fn fills(&mut self, gap: &[G::Move], depth: u32, most: u64) -> (bool, u64) {
        if gap.is_empty() {
            return (false, 0);
        }
        let worker = &mut self.worker;
        let at = gap.iter().fold(self.root, |at, &mv| at.after(worker.game, mv));
        // What is made from the gap is not as far from the root as it seems.
        let by_ply = (worker.made.clone(), worker.expanded.clone());
        let before = worker.made.total();
        worker.stand_at(&at.position);
        worker.set_ending(false);
        (worker.level, worker.deviations) = (0, 0);
        let watch = worker.watch.take();
        worker.excluded.clear();
        worker.root_first = None;
        let (mut won, mut made) = (false, 0);
        for depth in 1..=depth.saturating_sub(gap.len() as u32).max(1) {
            let root = worker.root(at.position, at.side, depth);
            worker.node::<true>(&root, Window::FULL);
            won = worker.believed_win(&at.position).is_some();
            made = worker.made.total() - before;
            if won || worker.stopped || made >= most {
                break;
            }
        }
        (worker.made, worker.expanded) = by_ply;
        worker.stand_at(&self.root.position);
        worker.watch = watch;
        worker.settle();
        (won, made)
    }

    /// Looks for a win by threats, one's own and then the other side's, and goes on where the last look
    /// stopped.
    pub(in super::super) fn look_out(&mut self, lookout: &mut Lookout<'_, G>) {
        self.worker.settle();
        let budget = self.worker.budget;
        if self.proven.is_none() {
            self.proven = lookout.attack((self.worker.game, self.worker.evaluator), &self.root, budget);
        }
        // Which moves lose to threats is for the table to know.
        if self.proven.is_none() && self.worker.table.is_some() {
            let mut purse = Purse::new(budget, lookout.allowance(budget), Thrift::None);
            self.defend(lookout, &mut purse);
            lookout.made += purse.close();
        }
    }

    /// A proven line that ends where the side to move wins by threats goes on with them, if little work finds
    /// them.
    pub(in super::super) fn tell_out(&self, lookout: &mut Lookout<'_, G>, line: &mut Line<G>) {
        let (game, evaluator, budget) = (self.worker.game, self.worker.evaluator, self.worker.budget);
        let Some(distance) = line.score.claim(line.certainty) else { return };
        let (Distance::Win(plies) | Distance::Loss(plies)) = distance;
        let left = plies.saturating_sub(line.moves.len() as u32);
        let end = line.moves.iter().fold(self.root, |at, &mv| at.after(game, mv));
        let wins = (end.side == self.root.side) == matches!(distance, Distance::Win(_));
        if left == 0 || !wins || end.outcome(game).is_some() {
            return;
        }
        let most = Lookout::<G>::TELLING.saturating_sub(lookout.telling).min(budget.left() / 4);
        let mut purse = Purse::new(budget, most, Thrift::None);
        let answer = lookout.threats.ask((game, evaluator), &end.position, Some(left), &mut purse);
        lookout.telling += purse.close();
        line.moves.extend(answer.filter(|answer| answer.yes).into_iter().flat_map(|won| won.moves));
    }

    // What the other side would win with if nothing were done, it may still win with after most moves. Those
    // are told to the table.
    fn defend(&mut self, lookout: &mut Lookout<'_, G>, purse: &mut Purse<'_>) {
        let rules = (self.worker.game, self.worker.evaluator);
        let horizon = lookout.horizon.map(|horizon| horizon.saturating_sub(1).max(1));
        if lookout.doubtful.is_none() && G::SKIPS {
            let mut passed = self.root.position;
            rules.0.skip(&mut passed);
            let answer = lookout.threats.ask(rules, &passed, horizon, purse);
            lookout.doubtful = answer.map(|answer| match answer.yes {
                true => self.root.moves(rules.0).into_iter().collect(),
                false => Vec::new(),
            });
        }
        let Some(doubtful) = &mut lookout.doubtful else { return };
        // Hard questions must not keep the easy ones waiting.
        let share = 2 * purse.limit.saturating_sub(purse.made) / doubtful.len().max(1) as u64;
        if share < Lookout::<G>::LEAST_QUESTION {
            return;
        }
        doubtful.retain(|&mv| {
            let after = self.root.after(rules.0, mv);
            if after.outcome(rules.0).is_some() {
                return false;
            }
            let answer =
                purse.lend(share, |purse| lookout.threats.ask(rules, &after.position, horizon, purse));
            match answer {
                Some(lost) if lost.yes => self.worker.tell_table(&after.position, lost.plies),
                known => return known.is_none(),
            }
            false
        });
    }
}

impl<G: Game> Line<G> {
    fn won(Answer { plies, moves, .. }: Answer<G>) -> Self {
        Self { score: Score::win_in(plies), certainty: Certainty::Exact, moves }
    }
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// The move with which the table, perhaps wrongly, holds a position to be won.
    pub(super) fn believed_win(&self, position: &G::Position) -> Option<G::Move> {
        self.known_move(position, |entry| entry.bound != Bound::Upper && entry.value.is_win())
    }

    /// The move that the table names for a position.
    pub(super) fn liked(&self, position: &G::Position) -> Option<G::Move> {
        self.known_move(position, |_| true)
    }

    fn known_move(&self, position: &G::Position, counts: impl Fn(&Entry) -> bool) -> Option<G::Move> {
        // Where images share a place near the root: there or here, for it is not known how near this is.
        let plies: &[usize] = if self.config.symmetry > 0 { &[0, usize::MAX] } else { &[0] };
        let known = |&ply: &usize| self.probe(self.place(position, ply)).filter(&counts)?.best;
        let best = plies.iter().find_map(known)?;
        self.game.decode(position, usize::from(best))
    }

    /// Tells the table that the side to move wins in `plies` at most, one ply from the root.
    fn tell_table(&self, position: &G::Position, plies: u32) {
        let Some(table) = self.table else { return };
        let entry = Entry {
            value: Score::win_in(plies),
            bound: Bound::Lower,
            level: Entry::SURE,
            // It holds at every depth, and should not give way to less.
            depth: if self.config.deeper_entries { u8::MAX } else { 1 },
            proven: true,
            best: None,
        };
        table.store(self.place(position, 1).key, entry, self.config.replacement);
    }
}
