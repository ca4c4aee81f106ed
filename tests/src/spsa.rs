//! [`Spsa`]: figures that are found by comparing pairs of them, however noisy each comparison is.

use rand::RngExt;

/// A figure that is looked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// What it is now.
    pub value: f64,
    /// How far both sides of it are tried, at the end; something that makes a difference, but not a great
    /// one.
    pub step: f64,
    /// It is never less.
    pub least: u32,
}

/// Simultaneous perturbation stochastic approximation (Spall 1992), with the gains that fishtest made usual
/// (Kiiski and others): all figures are moved at once, each up or down by lot, and what is better on that
/// side is followed a little.
#[derive(Clone, Debug)]
pub struct Spsa {
    figures: Vec<Figure>,
    /// The part of a step that a figure is moved by, at the end, for each point.
    rate: f64,
    rounds: f64,
    /// Rounds drawn so far.
    drawn: f64,
}

/// Two sides of the figures, to be held against each other.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Whole numbers.
    pub sides: [Vec<u32>; 2],
    /// By how much each figure follows a point of the first side.
    follow: Vec<f64>,
}

impl Spsa {
    /// Begins with `figures`, and ends after so many rounds.
    pub const fn new(figures: Vec<Figure>, rate: f64, rounds: u32) -> Self {
        Self { figures, rate, rounds: rounds as f64, drawn: 0.0 }
    }

    /// The figures as they are.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// The next two sides.
    pub fn draw(&mut self, random: &mut impl RngExt) -> Trial {
        // The decay that Spall recommends: the first rounds try far and learn fast.
        let far = (self.rounds / (self.drawn + 1.0)).powf(0.101);
        let settled = self.rounds / 10.0;
        let fast = self.rate * ((settled + self.rounds) / (settled + self.drawn + 1.0)).powf(0.602);
        self.drawn += 1.0;
        let signs: Vec<f64> =
            self.figures.iter().map(|_| if random.random_bool(0.5) { 1.0 } else { -1.0 }).collect();
        let mut side = |towards: f64| {
            let moved = self.figures.iter().zip(&signs).map(|(Figure { value, step, least }, sign)| {
                // Between two whole numbers the lot decides, so that steps below 1 can be told apart on
                // average.
                let lot = random.random_range(0.0..1.0);
                (value + towards * sign * step * far + lot).floor().max((*least).into()) as u32
            });
            moved.collect()
        };
        let sides = [side(1.0), side(-1.0)];
        let follow = self.figures.iter().zip(&signs).map(|(figure, sign)| fast / far * sign * figure.step);
        Trial { sides, follow: follow.collect() }
    }

    /// Learns that the first side of `trial` made so many points more than the second.
    pub fn learn(&mut self, trial: &Trial, more: i32) {
        for (figure, follow) in self.figures.iter_mut().zip(&trial.follow) {
            figure.value = (figure.value + f64::from(more) * follow).max(figure.least.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;

    #[test]
    fn what_wins_more_often_is_found_by_games_that_mostly_tell_nothing() {
        let best = [40.0, 3.0, 700.0];
        let figures = [(20.0, 5.0), (6.0, 1.0), (400.0, 80.0)];
        let figures: Vec<_> = figures.map(|(value, step)| Figure { value, step, least: 2 }).into();
        let worth = |figures: &[u32]| -> f64 {
            let off =
                |(&figure, (best, scale)): (&u32, (f64, f64))| -((f64::from(figure) - best) / scale).powi(2);
            figures.iter().zip(best.into_iter().zip([5.0, 1.0, 80.0])).map(off).sum()
        };
        let mut random = random(1);
        let mut spsa = Spsa::new(figures, 0.01, 20_000);
        for _ in 0..20_000 {
            let trial = spsa.draw(&mut random);
            let [first, second] = &trial.sides;
            assert!(first[1] >= 2 && second[1] >= 2, "{trial:?}");
            let likely = 1.0 / (1.0 + (-0.1 * (worth(first) - worth(second))).exp());
            let more = if random.random_bool(likely) { 1 } else { -1 };
            spsa.learn(&trial, more);
        }
        for (figure, best) in spsa.figures().iter().zip(best) {
            assert!((figure.value - best).abs() < figure.step, "{:?}", spsa.figures());
        }
    }
}
