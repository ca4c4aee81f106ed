//! Swap2: one side puts three stones; the other takes a colour, or might put two more and leave the choice, which this engine never does: it
//! takes the colour that its search likes better.

use super::board::{Point, Stones};
use super::{Desk, Said, Server, interrupts};
use anyply_framework::Side;
use anyply_framework::search::Limits;
use rand::RngExt;
use std::time::Duration;

// Openings that are tried, the positions that each may cost, and the time for all of them.
const TRIALS: u32 = 12;
const NODES: u64 = 4_000;
const LONGEST: Duration = Duration::from_millis(500);
// Of the time for a whole match, it may take this part.
const SHARE: u32 = 40;
// All three stones lie within so many points of the first.
const NEAR: usize = 2;

impl Server {
    /// The answer to a board of none, three or five stones.
    pub(super) fn swap2(&mut self, lines: &[String], desk: &mut Desk) -> Said<String> {
        let size = self.size();
        let mut stones = Stones::none(size);
        let sides = [Side::Black, Side::White].into_iter().cycle();
        for (line, side) in lines.iter().zip(sides) {
            let point = Point::read(line)?;
            point.square(size)?;
            stones.add(point, side)?;
        }
        match lines.len() {
            0 => self.three_stones(desk),
            3 | 5 => self.take_a_colour(&stones, desk),
            other => Err(format!("{other} stones: swap2 has none, three or five")),
        }
    }

    // Of some openings drawn by lot, the one that is nearest to even.
    fn three_stones(&mut self, desk: &mut Desk) -> Said<String> {
        let allowed = self.info.limits();
        let turn = allowed.time.map_or(LONGEST, |turn| turn / 2);
        let left = allowed.clock.map_or(LONGEST, |clock| clock.left / SHARE);
        let longest = turn.min(left).min(LONGEST);
        let trial = Limits { nodes: Some(NODES), time: Some(longest / TRIALS), ..Limits::default() };
        let mut best: Option<(i32, Stones, [Point; 3])> = None;
        let mut spent = Duration::ZERO;
        while best.is_none() || spent < longest * (TRIALS - 1) / TRIALS {
            let points = self.three_points();
            let mut stones = Stones::none(self.size());
            for (point, side) in points.into_iter().zip([Side::Black, Side::White, Side::Black]) {
                stones.add(point, side)?;
            }
            stones.set_up(&mut self.player.game, Side::White)?;
            let report = self.player.study(desk, trial.clone(), interrupts, &mut |_| {});
            let report = report.ok_or("an opening that is over")?;
            // What a trial saves of its time is saved: a dozen of them are enough.
            spent += report.elapsed.max(longest / TRIALS);
            let value = report.lines[0].score.cents().abs();
            if best.as_ref().is_none_or(|(least, ..)| value < *least) {
                best = Some((value, stones, points));
            }
        }
        let (_, stones, points) = best.expect("one at least was tried");
        stones.set_up(&mut self.player.game, Side::White)?;
        self.info.spend(spent);
        Ok(points.map(|point| point.to_string()).join(" "))
    }

    // White is to move: who likes that moves, who does not takes Black.
    fn take_a_colour(&mut self, stones: &Stones, desk: &mut Desk) -> Said<String> {
        stones.set_up(&mut self.player.game, Side::White)?;
        let report = self.player.study(desk, self.info.limits(), interrupts, &mut |_| {});
        let report = report.ok_or("the game is over")?;
        self.info.spend(report.elapsed);
        let line = &report.lines[0];
        if line.score.cents() < 0 { Ok("SWAP".to_owned()) } else { self.make(&line.moves[0]) }
    }

    // Different points by lot, not far from one another.
    fn three_points(&mut self) -> [Point; 3] {
        let size = self.size();
        let random = &mut self.player.random;
        let inner = NEAR..size - NEAR;
        let first = Point { x: random.random_range(inner.clone()), y: random.random_range(inner) };
        let mut beside = || Point {
            x: first.x + random.random_range(0..=2 * NEAR) - NEAR,
            y: first.y + random.random_range(0..=2 * NEAR) - NEAR,
        };
        loop {
            let (second, third) = (beside(), beside());
            if first != second && first != third && second != third {
                return [first, second, third];
            }
        }
    }
}
