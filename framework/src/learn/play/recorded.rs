//! [`RecordedGame`]: one game that was played elsewhere, gone through.

use super::super::games::{GameLine, GameNumber};
use super::transcript::Transcript;
use super::{Player, SelfPlay};
use crate::game::{Game, Side, Situation};
use crate::plugin::Plugin;
use crate::score::Certainty;
use crate::search::Stop;

/// A game that was recorded.
#[derive(Clone, Debug)]
pub struct RecordedGame<G: Game> {
    /// Where it began.
    pub start: Situation<G>,
    /// Its moves, passes included; they need not lead to the end.
    pub moves: Vec<G::Move>,
    /// Who won, where the other side gave up.
    pub winner: Option<Side>,
}

impl<G: Plugin> RecordedGame<G> {
    /// Goes through it. Nothing comes of it if it is stopped.
    pub(super) fn replayed(
        &self,
        of: &SelfPlay<'_, G>,
        job: &GameNumber,
        player: &mut Player<G>,
        stop: &Stop,
    ) -> Option<GameLine> {
        if stop.is_set() {
            return None;
        }
        let mut transcript = Transcript::new(of, job, (self.start, Vec::new(), self.start));
        let mut moves = self.moves.iter();
        while !transcript.note_end() {
            let Some(&mv) = moves.next() else {
                let left = self.left(&transcript, player, stop)?;
                transcript.note(left);
                break;
            };
            look(&mut transcript, player, stop)?;
            transcript.push(mv);
        }
        Some(transcript.finish())
    }

    // What the position is worth at which it was left. Whoever gave up has lost, but by how much only a
    // search can tell; one that sees them ahead is wrong.
    fn left(
        &self,
        transcript: &Transcript<'_, G>,
        player: &mut Player<G>,
        stop: &Stop,
    ) -> Option<Option<i32>> {
        if let Some(winner) = self.winner.filter(|_| !G::HAS_MARGIN) {
            return Some(Some(if winner == Side::Black { 100 } else { -100 }));
        }
        let best = &player.search(&transcript.at, transcript.plan, stop).lines[0];
        // An opinion without margin or odds says nothing: even is no draw.
        let opinion = G::HAS_MARGIN || transcript.plan.cents_of_odds.is_some();
        let known = opinion || best.score.distance().is_some() || best.certainty == Certainty::Exact;
        let value = transcript.value(best.score).filter(|_| known);
        let value = value.map(|value| match self.winner {
            Some(Side::Black) => value.max(0),
            Some(Side::White) => value.min(0),
            None => value,
        });
        (!stop.is_set()).then_some(value)
    }
}

// Keeps what there is to be known of a position, which had its move long ago. Nothing, if the search was
// stopped.
fn look<G: Plugin>(transcript: &mut Transcript<'_, G>, player: &mut Player<G>, stop: &Stop) -> Option<()> {
    let solve = transcript.is_near_end();
    let forced = || transcript.at.moves(transcript.game).len() == 1;
    if !solve && (!transcript.plan.scores || forced()) {
        return Some(());
    }
    let best = transcript.search(player, stop)?;
    // Each position anew: what was played may have gone astray since the last.
    if solve && best.certainty == Certainty::Exact {
        transcript.set_exact();
        transcript.note(transcript.value(best.score));
    }
    Some(())
}
