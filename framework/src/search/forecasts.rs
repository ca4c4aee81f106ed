//! [`Forecasts`]: the error models of a configuration, laid out for looking up.

use super::config::{Forecast, SearchConfig};

/// What shallow searches foretell, by what they are asked about; the shallowest first.
#[derive(Debug)]
pub(super) struct Forecasts {
    /// Of deeper searches, by their depth; of the same two depths, that with the greatest `remaining` first.
    middle: Vec<Vec<Forecast>>,
    /// Of the game's result, by the plies that remain.
    end: Vec<Vec<Forecast>>,
}

impl Forecasts {
    pub(super) fn new(config: &SearchConfig) -> Self {
        let probcut = config.probcut.as_ref().map_or(&[][..], |probcut| &probcut.model);
        let deepest = probcut.iter().map(|forecast| usize::from(forecast.deep)).max();
        let mut middle = vec![Vec::new(); deepest.map_or(0, |deepest| deepest + 1)];
        for &forecast in probcut {
            middle[usize::from(forecast.deep)].push(forecast);
        }
        for forecasts in &mut middle {
            forecasts.sort_by_key(|forecast| (forecast.shallow, u16::MAX - forecast.remaining));
        }
        let ends = config.endgame.as_ref().map_or(&[][..], |endgame| &endgame.model);
        Self { middle, end: nearest(ends) }
    }

    /// Those of a search of so many plies.
    pub(super) fn of_depth(&self, depth: u32) -> &[Forecast] {
        self.middle.get(depth as usize).map_or(&[], Vec::as_slice)
    }

    /// Those of the result, with at most so many plies left.
    pub(super) fn of_end(&self, remaining: u32) -> &[Forecast] {
        let last = self.end.len().saturating_sub(1);
        self.end.get(last.min(remaining as usize)).map_or(&[], Vec::as_slice)
    }
}

// For each number of plies remaining, the forecasts made for the nearest number that is not above it.
fn nearest(ends: &[Forecast]) -> Vec<Vec<Forecast>> {
    let Some(last) = ends.iter().map(|forecast| forecast.remaining).max() else { return Vec::new() };
    let mut by_remaining: Vec<Vec<Forecast>> = Vec::new();
    for remaining in 0..=last {
        let mut own: Vec<_> = ends.iter().copied().filter(|end| end.remaining == remaining).collect();
        own.sort_by_key(|forecast| forecast.shallow);
        let below = by_remaining.last().cloned().unwrap_or_default();
        by_remaining.push(if own.is_empty() { below } else { own });
    }
    by_remaining
}
