//! [`Playing`]: one game.

use super::super::games::{GameLine, GameNumber, GamesPlan};
use super::{Player, RecordedGame, SelfPlay};
use crate::game::{Side, Situation};
use crate::lab::Work;
use crate::plugin::Plugin;
use crate::score::{Certainty, Distance, Score};
use crate::search::{Limits, Line, Stop};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// See [`Recipe::balance`](super::super::recipe::Recipe::balance).
const REDRAWS: usize = 200;

/// A game being played.
pub(super) struct Playing<'a, G: Plugin> {
    game: &'a G,
    plan: &'a GamesPlan,
    /// What is gone through; none where moves are chosen.
    recorded: Option<&'a RecordedGame<G>>,
    random: Pcg64Mcg,
    at: Situation<G>,
    moves: Vec<G::Move>,
    line: GameLine,
}

impl<'a, G: Plugin> Playing<'a, G> {
    pub(super) fn new(
        of: &'a SelfPlay<'_, G>,
        job: &GameNumber,
        player: &mut Player<G>,
        stop: &Stop,
    ) -> Self {
        let (game, plan) = (of.game, &of.plan);
        let seed = plan.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(plan.round));
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(u64::from(job.number));
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let recorded = of.recorded.get(job.number as usize);
        let drawn = |random: &mut Pcg64Mcg| {
            recorded.map_or_else(|| of.beginning(random), |game| (game.start, Vec::new(), game.start))
        };
        let (mut start, mut moves, mut at) = drawn(&mut random);
        for _ in 0..REDRAWS {
            let keeps = plan.balance == 0 || recorded.is_some() || stop.is_set();
            if keeps || player.holds_balanced(&at, plan, stop) {
                break;
            }
            (start, moves, at) = drawn(&mut random);
        }
        let line = GameLine {
            job: GamesPlan::identity_of(job),
            start: (of.by_lot || start != game.start()).then(|| game.position_text(&start)),
            moves: String::new(),
            from: moves.len() as u32,
            exact: None,
            values: Vec::new(),
            scores: Vec::new(),
        };
        Self { game, plan, recorded, random, at, moves, line }
    }

    pub(super) fn played(mut self, player: &mut Player<G>, stop: &Stop) -> Option<GameLine> {
        loop {
            if let Some(result) = self.game.terminal(&self.at.position) {
                self.note(value::<G>(result, self.at.side));
                break;
            }
            let Some(mv) = self.next(player, stop)? else {
                let worth = self.left(player, stop)?;
                self.note(worth);
                break;
            };
            self.moves.push(mv);
            self.at = self.at.after(self.game, mv);
        }
        let texts: Vec<String> = self.moves.iter().map(|&mv| self.game.move_text(mv)).collect();
        Some(GameLine { moves: texts.join(" "), ..self.line })
    }

    // The next move: the one that was recorded, where a game is gone through, and none after the last. Nothing, if the search was stopped.
    fn next(&mut self, player: &mut Player<G>, stop: &Stop) -> Option<Option<G::Move>> {
        let recorded = match self.recorded {
            Some(game) if self.moves.len() == game.moves.len() => return Some(None),
            Some(game) => Some(game.moves[self.moves.len()]),
            None => None,
        };
        let legal = self.at.moves(self.game);
        let solve =
            self.plan.exact_from > 0 && self.game.remaining(&self.at.position) <= self.plan.exact_from;
        // Who chooses goes on exactly; what was recorded may go astray again.
        let begins = solve && (self.line.exact.is_none() || recorded.is_some());
        if let [only] = legal[..]
            && !begins
        {
            return Some(Some(only));
        }
        if recorded.is_some() && !solve && !self.plan.scores {
            return Some(recorded);
        }
        let slips = recorded.is_none() && once_in(self.plan.slips, &mut self.random);
        let report = if solve {
            player.solves.search(&self.at, &Limits::default(), stop, &mut ())
        } else {
            player.search(&self.at, self.plan, stop)
        };
        if stop.is_set() {
            return None;
        }
        let best = &report.lines[0];
        if self.plan.scores && !solve {
            // Nothing was seen where there was nothing to choose.
            self.line.scores.resize(self.moves.len() - self.line.from as usize, None);
            self.line.scores.push(value::<G>(best.score, self.at.side));
        }
        let exact = begins && best.certainty == Certainty::Exact;
        if exact {
            self.line.exact.get_or_insert(self.moves.len() as u32);
        }
        if slips || exact {
            self.note(value::<G>(best.score, self.at.side));
        }
        let chosen = if slips { legal[self.random.random_range(0..legal.len())] } else { best.moves[0] };
        Some(Some(recorded.unwrap_or(chosen)))
    }

    // What the position is worth at which a recorded game was left. Whoever gave up has lost, but by how much only a search can tell.
    fn left(&self, player: &mut Player<G>, stop: &Stop) -> Option<Option<i32>> {
        if let Some(winner) = self.recorded.and_then(|game| game.winner).filter(|_| !G::HAS_MARGIN) {
            return Some(Some(if winner == Side::Black { 100 } else { -100 }));
        }
        let report = player.search(&self.at, self.plan, stop);
        let Line { score, certainty, .. } = &report.lines[0];
        // Without margin an opinion says nothing: even is no draw.
        let known = G::HAS_MARGIN || score.distance().is_some() || *certainty == Certainty::Exact;
        (!stop.is_set()).then(|| value::<G>(*score, self.at.side).filter(|_| known))
    }

    // What all positions since the last note are worth, this one among them.
    fn note(&mut self, value: Option<i32>) {
        self.line.values.push((self.moves.len() as u32, value));
    }
}

/// Whether it is the time for what happens once in so many times; 0 for never.
pub(super) fn once_in(times: u32, random: &mut Pcg64Mcg) -> bool {
    times > 0 && random.random_range(0..times) == 0
}

/// In hundredths, for Black; nothing where there is no margin and the end is not in sight.
pub(super) fn value<G: Plugin>(score: Score, side: Side) -> Option<i32> {
    let own = match score.distance() {
        Some(Distance::Win(_)) => 100,
        Some(Distance::Loss(_)) => -100,
        None if G::HAS_MARGIN || score == Score::DRAW => score.cents(),
        None => return None,
    };
    Some(if side == Side::Black { own } else { -own })
}
