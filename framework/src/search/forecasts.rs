//! [`Forecasts`]: the error models of a configuration, laid out for looking up.

use super::config::{Forecast, SearchConfig};

/// What shallow searches foretell, by what they are asked about; the shallowest first.
#[derive(Debug)]
pub(super) struct Forecasts {
    /// Of deeper searches, by their depth; of the same two depths, that with the greatest `remaining` first.
    middle: Vec<Vec<Forecast>>,
    /// Of the game's result, by the plies that remain.
    end: Vec<Forecast>,
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
        let mut end = config.endgame.as_ref().map_or(Vec::new(), |endgame| endgame.model.clone());
        end.sort_by_key(|forecast| (forecast.remaining, forecast.shallow));
        Self { middle, end }
    }

    /// Those of a search of so many plies.
    pub(super) fn of_depth(&self, depth: u32) -> &[Forecast] {
        self.middle.get(depth as usize).map_or(&[], Vec::as_slice)
    }

    /// Those of the result made for the nearest number of plies that is not above this.
    pub(super) fn of_end(&self, remaining: u32) -> &[Forecast] {
        let below = self.end.partition_point(|forecast| u32::from(forecast.remaining) <= remaining);
        let below = &self.end[..below];
        let nearest = below.last().map(|forecast| forecast.remaining);
        &below[below.partition_point(|forecast| Some(forecast.remaining) < nearest)..]
    }
}
