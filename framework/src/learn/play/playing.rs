//! [`Playing`]: one game that an evaluator plays against itself.

use super::super::games::{GameLine, GameNumber};
use super::transcript::Transcript;
use super::{Player, SelfPlay};
use crate::plugin::Plugin;
use crate::score::Certainty;
use crate::search::Stop;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// See [`Recipe::balance`](super::super::recipe::Recipe::balance).
const REDRAWS: usize = 200;

/// A game being played.
pub(super) struct Playing<'a, G: Plugin> {
    transcript: Transcript<'a, G>,
    random: Pcg64Mcg,
}

impl<'a, G: Plugin> Playing<'a, G> {
    /// Nothing, if it was stopped.
    pub(super) fn new(
        of: &'a SelfPlay<'_, G>,
        job: &GameNumber,
        player: &mut Player<G>,
        stop: &Stop,
    ) -> Option<Self> {
        let plan = &of.plan;
        let seed = plan.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(plan.round));
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(u64::from(job.number));
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut beginning = of.beginning(&mut random);
        for _ in 0..REDRAWS {
            if plan.balance == 0 || stop.is_set() || player.holds_balanced(&beginning.2, plan, stop) {
                break;
            }
            beginning = of.beginning(&mut random);
        }
        (!stop.is_set()).then(|| Self { transcript: Transcript::new(of, job, beginning), random })
    }

    /// Nothing comes of it if it is stopped.
    pub(super) fn played(mut self, player: &mut Player<G>, stop: &Stop) -> Option<GameLine> {
        while !self.transcript.note_end() {
            let mv = self.next(player, stop)?;
            self.transcript.push(mv);
        }
        Some(self.transcript.finish())
    }

    fn next(&mut self, player: &mut Player<G>, stop: &Stop) -> Option<G::Move> {
        let transcript = &mut self.transcript;
        let plan = transcript.plan;
        let legal = transcript.at.moves(transcript.game);
        // From the first exact result on, play goes on exactly.
        let begins = transcript.is_near_end() && !transcript.is_exact();
        if let [only] = legal[..]
            && !begins
        {
            return Some(only);
        }
        let slips = once_in(plan.slips, &mut self.random);
        let best = transcript.search(player, stop)?;
        let exact = begins && best.certainty == Certainty::Exact;
        if exact {
            transcript.set_exact();
        }
        if slips || exact {
            transcript.note(transcript.value(best.score));
        }
        Some(if slips { legal[self.random.random_range(0..legal.len())] } else { best.moves[0] })
    }
}

/// Whether it is the time for what happens once in so many times; 0 for never.
pub(super) fn once_in(times: u32, random: &mut Pcg64Mcg) -> bool {
    times > 0 && random.random_range(0..times) == 0
}
