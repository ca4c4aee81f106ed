//! Swap2: one side puts three stones, the other takes a colour or puts two more and leaves the choice.

use super::{Desk, Said, Server, Stone, interrupts};
use anyply_framework::search::Limits;
use anyply_framework::{Score, Side};
use std::time::Duration;

// Openings that are tried, and the share of a turn that each may take.
const TRIALS: usize = 12;
const TRIAL: Limits =
    Limits { depth: None, nodes: Some(4_000), time: None, clock: None, lines: 1, ponder: None };
const DECISION: Duration = Duration::from_millis(500);

impl Server {
    /// The answer to a board of none, three or five stones.
    pub(super) fn swap2(&mut self, stones: &[Stone], desk: &mut Desk) -> Said<String> {
        match stones.len() {
            0 => self.three_stones(desk),
            3 | 5 => self.take_a_colour(stones, desk),
            other => Err(format!("{other} stones: swap2 has none, three or five")),
        }
    }

    // Of some openings drawn by lot, the one that is nearest to even.
    fn three_stones(&mut self, desk: &mut Desk) -> Said<String> {
        let mut best: Option<(i32, Vec<(Side, String)>)> = None;
        for _ in 0..TRIALS {
            let squares = self.player.three_squares(self.size());
            let sides = [Side::Black, Side::White, Side::Black];
            let stones: Vec<(Side, String)> = sides
                .into_iter()
                .zip(squares)
                .map(|(side, at)| Ok((side, self.square(at)?)))
                .collect::<Said<_>>()?;
            if self.set_up(&stones, None).is_err() {
                continue;
            }
            let value = self.value(TRIAL, desk).cents().abs();
            if best.as_ref().is_none_or(|(least, _)| value < *least) {
                best = Some((value, stones));
            }
        }
        let (_, stones) = best.ok_or("no opening was found")?;
        self.set_up(&stones, None)?;
        let points: Vec<String> = stones.iter().map(|(_, square)| self.coordinates(square)).collect();
        Ok(points.join(" "))
    }

    // White is to move: who likes that moves, who does not takes Black.
    fn take_a_colour(&mut self, stones: &[Stone], desk: &mut Desk) -> Said<String> {
        let sides = [Side::Black, Side::White].into_iter().cycle();
        let placed: Said<Vec<(Side, String)>> =
            sides.zip(stones).map(|(side, stone)| Ok((side, self.square((stone.x, stone.y))?))).collect();
        self.set_up(&placed?, Some(Side::White))?;
        let limits = self.info.limits();
        let time = limits.time.map_or(DECISION, |turn| (turn / 2).min(DECISION));
        if self.value(Limits { time: Some(time), ..limits }, desk) < Score::DRAW {
            return Ok("SWAP".to_owned());
        }
        Ok(self.think(1, desk)?.expect("a game of five stones goes on"))
    }

    // What the position is worth for the side to move.
    fn value(&mut self, limits: Limits, desk: &mut Desk) -> Score {
        let thought = self.player.think(desk, limits, interrupts, &mut |_| {});
        let line = thought.and_then(|thought| thought.report?.lines.into_iter().next());
        line.map_or(Score::DRAW, |line| line.score)
    }
}
