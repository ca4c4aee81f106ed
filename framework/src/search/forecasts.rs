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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::{Endgame, ProbCut};

    fn forecast(deep: u8, shallow: u8, remaining: u16) -> Forecast {
        Forecast { deep, shallow, remaining, slope: 1000, offset: 0, sigma: 100 }
    }

    fn shown(forecasts: &[Forecast]) -> Vec<(u8, u16)> {
        forecasts.iter().map(|forecast| (forecast.shallow, forecast.remaining)).collect()
    }

    #[test]
    fn the_shallowest_comes_first_made_for_the_nearest_number_of_plies() {
        let model = vec![forecast(6, 4, 0), forecast(6, 2, 0), forecast(5, 1, 0), forecast(6, 2, 30)];
        let end = vec![forecast(0, 8, 20), forecast(0, 4, 20), forecast(0, 5, 17), forecast(0, 6, 22)];
        let config = SearchConfig {
            probcut: Some(ProbCut { model, ..ProbCut::default() }),
            endgame: Some(Endgame { model: end, ..Endgame::default() }),
            ..SearchConfig::default()
        };
        let forecasts = Forecasts::new(&config);
        assert_eq!(shown(forecasts.of_depth(6)), [(2, 30), (2, 0), (4, 0)]);
        assert_eq!(shown(forecasts.of_depth(5)), [(1, 0)]);
        assert_eq!((shown(forecasts.of_depth(4)), shown(forecasts.of_depth(99))), (vec![], vec![]));
        assert_eq!(shown(forecasts.of_end(16)), []);
        assert_eq!(shown(forecasts.of_end(19)), [(5, 17)]);
        assert_eq!(shown(forecasts.of_end(21)), [(4, 20), (8, 20)]);
        assert_eq!(shown(forecasts.of_end(60)), [(6, 22)]);
    }
}
