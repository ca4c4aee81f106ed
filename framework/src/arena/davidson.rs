//! Davidson's model of games between two of several players, fitted by maximum likelihood.
//!
//! R. R. Davidson, "On Extending the Bradley-Terry Model to Accommodate Ties in Paired Comparison
//! Experiments" (Journal of the American Statistical Association 65, 1970), with an advantage of one colour
//! as for playing at home in A. Agresti, "Categorical Data Analysis" (2nd edition 2002, 10.6). With t =
//! strength of Black - strength of White + that of having Black, the chances of Black's victory, of a draw
//! and of White's victory are as exp(t / 2) : exp(d) : exp(-t / 2). Their logarithms are linear in strengths,
//! t and d but for a common divisor; so the likelihood has a single summit, and Newton's method finds it.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// All games of one player as Black with another as White.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) black: usize,
    pub(super) white: usize,
    /// How many games White won, were drawn and Black won: the index is Black's half points.
    pub(super) results: [f64; 3],
}

/// A fitted model. The parameters are the strengths, in natural logarithms and with a mean of 0, then
/// that of having Black and `d`.
pub(super) struct Davidson {
    pub(super) parameters: DVector<f64>,
    precision: Cholesky<f64, Dyn>,
}

// Where Newton's method stops: a step of that length, in natural logarithms.
const STEP: f64 = 1e-9;
// More than it has ever needed.
const STEPS: usize = 200;

impl Davidson {
    /// The model of these games. There must be some with each result and with each colour for each player (a
    /// fraction of one will do), and all players must be connected by games: else there is no greatest
    /// likelihood.
    pub(super) fn fit(players: usize, cells: &[Cell]) -> Self {
        let mut parameters = DVector::zeros(players + 2);
        for _ in 0..STEPS {
            let (gradient, precision) = slopes(&parameters, cells);
            let mut step = precision.solve(&gradient);
            // Half as far, and again, where the whole step would lead down on the other side of the summit.
            let before = log_likelihood(&parameters, cells);
            while log_likelihood(&(&parameters + &step), cells) < before && step.amax() > STEP {
                step /= 2.0;
            }
            parameters += &step;
            if step.amax() <= STEP {
                break;
            }
        }
        let (_, precision) = slopes(&parameters, cells);
        Self { parameters, precision }
    }

    /// The slope of the logarithm of the likelihood of one game.
    pub(super) fn score(&self, black: usize, white: usize, half_points: usize) -> DVector<f64> {
        let mut score = DVector::zeros(self.parameters.len());
        let chances = Chances::new(&self.parameters, black, white);
        let mut results = [0.0; 3];
        results[half_points] = 1.0;
        chances.add_slope(results, black, white, &mut score);
        score
    }

    /// The covariance of the parameters, where `scores` is that of the sum of all scores: both inverses of a
    /// "sandwich".
    pub(super) fn covariance(&self, scores: &DMatrix<f64>) -> DMatrix<f64> {
        let half = self.precision.solve(scores);
        self.precision.solve(&half.transpose())
    }
}

/// What share of the points a player makes of another, with as many games with each colour; `difference` is
/// that of their strengths.
pub(super) fn share(parameters: &DVector<f64>, difference: f64) -> f64 {
    let as_black = Chances::at(parameters, difference + of_black(parameters));
    let as_white = Chances::at(parameters, of_black(parameters) - difference);
    0.5 + (as_black.edge() - as_white.edge()) / 4.0
}

/// What share of the points Black makes of equal players.
pub(super) fn black_share(parameters: &DVector<f64>) -> f64 {
    0.5 + Chances::at(parameters, of_black(parameters)).edge() / 2.0
}

/// What share of their games equal players draw.
pub(super) fn draw_share(parameters: &DVector<f64>) -> f64 {
    Chances::at(parameters, of_black(parameters)).0[1]
}

fn of_black(parameters: &DVector<f64>) -> f64 {
    parameters[parameters.len() - 2]
}

// The chances of the three results, by Black's half points.
struct Chances([f64; 3]);

impl Chances {
    fn new(parameters: &DVector<f64>, black: usize, white: usize) -> Self {
        Self::at(parameters, parameters[black] - parameters[white] + of_black(parameters))
    }

    fn at(parameters: &DVector<f64>, t: f64) -> Self {
        let powers = [-t / 2.0, parameters[parameters.len() - 1], t / 2.0];
        // Less the greatest, so that none overflows.
        let greatest = powers.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let weights = powers.map(|power| (power - greatest).exp());
        let total: f64 = weights.iter().sum();
        Self(weights.map(|weight| weight / total))
    }

    // How much likelier Black's victory is than White's.
    fn edge(&self) -> f64 {
        self.0[2] - self.0[0]
    }

    fn add_slope(&self, results: [f64; 3], black: usize, white: usize, slope: &mut DVector<f64>) {
        let (games, last) = (results.iter().sum::<f64>(), slope.len() - 1);
        let by_t = (results[2] - results[0] - games * self.edge()) / 2.0;
        slope[black] += by_t;
        slope[white] -= by_t;
        slope[last - 1] += by_t;
        slope[last] += results[1] - games * self.0[1];
    }

    fn add_curvature(&self, games: f64, black: usize, white: usize, curvature: &mut DMatrix<f64>) {
        let last = curvature.nrows() - 1;
        let drawn = self.0[1];
        let by_t = games * (1.0 - drawn - self.edge().powi(2)) / 4.0;
        let mixed = -games * self.edge() * drawn / 2.0;
        let directions = [(black, 1.0), (white, -1.0), (last - 1, 1.0)];
        for (row, sign) in directions {
            for (column, other) in directions {
                curvature[(row, column)] += by_t * sign * other;
            }
            curvature[(row, last)] += mixed * sign;
            curvature[(last, row)] += mixed * sign;
        }
        curvature[(last, last)] += games * drawn * (1.0 - drawn);
    }
}

fn log_likelihood(parameters: &DVector<f64>, cells: &[Cell]) -> f64 {
    let of_cell = |cell: &Cell| -> f64 {
        let chances = Chances::new(parameters, cell.black, cell.white).0;
        (0..3).map(|i| cell.results[i] * chances[i].max(f64::MIN_POSITIVE).ln()).sum()
    };
    cells.iter().map(of_cell).sum()
}

// The first two derivatives of the logarithm of the likelihood, the second with its sign changed.
fn slopes(parameters: &DVector<f64>, cells: &[Cell]) -> (DVector<f64>, Cholesky<f64, Dyn>) {
    let size = parameters.len();
    let mut slope = DVector::zeros(size);
    let mut curvature = DMatrix::zeros(size, size);
    for &Cell { black, white, results } in cells {
        let chances = Chances::new(parameters, black, white);
        chances.add_slope(results, black, white, &mut slope);
        chances.add_curvature(results.iter().sum(), black, white, &mut curvature);
    }
    // Games say nothing of the sum of the strengths. A curvature in that direction only keeps it where it
    // was, at 0.
    curvature.view_mut((0, 0), (size - 2, size - 2)).add_scalar_mut(1.0);
    (slope, Cholesky::new(curvature).expect("connected players with every result leave no direction flat"))
}

#[cfg(test)]
mod tests {
    use super::*;

    // Home victories and defeats of each team of the American League's East in 1987 against each other one.
    const BASEBALL: [[(u8, u8); 7]; 7] = [
        [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
        [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
        [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
        [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
        [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
        [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
        [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
    ];

    #[test]
    fn agrestis_baseball_season_is_met() {
        // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore. The games are those of
        // Agresti, page 438; the fit with a home advantage is that of H. Turner and D. Firth, "Bradley-Terry
        // Models in R" (Journal of Statistical Software 48, 2012).
        const STRENGTHS: [f64; 7] = [1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0.0];
        let mut cells = Vec::new();
        for (black, row) in BASEBALL.iter().enumerate() {
            for (white, &(won, lost)) in row.iter().enumerate().filter(|&(white, _)| white != black) {
                // There are no draws in baseball; next to none leave the rest of the model as it would be
                // without.
                cells.push(Cell { black, white, results: [f64::from(lost), 1e-6, f64::from(won)] });
            }
        }
        let fit = Davidson::fit(7, &cells).parameters;
        for (team, strength) in STRENGTHS.into_iter().enumerate() {
            assert!((fit[team] - fit[6] - strength).abs() < 1e-4, "{fit}");
        }
        assert!((of_black(&fit) - 0.3023).abs() < 1e-4, "{fit}");
        assert!(fit.rows(0, 7).sum().abs() < 1e-9, "{fit}");
    }

    #[test]
    fn a_game_has_the_chances_that_were_counted() {
        // One pairing has as many parameters as chances: the fit repeats the shares of the results.
        let cells = [
            Cell { black: 0, white: 1, results: [10.0, 25.0, 65.0] },
            Cell { black: 1, white: 0, results: [10.0, 25.0, 65.0] },
        ];
        let parameters = Davidson::fit(2, &cells).parameters;
        assert!(parameters[0].abs() < 1e-9);
        let chances = Chances::new(&parameters, 0, 1).0;
        assert!((chances[0] - 0.1).abs() < 1e-9 && (chances[1] - 0.25).abs() < 1e-9, "{chances:?}");
        assert!((black_share(&parameters) - 0.775).abs() < 1e-9);
        assert!((draw_share(&parameters) - 0.25).abs() < 1e-9);
        assert!((share(&parameters, 0.0) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_far_summit_is_found() {
        // All but a trifle of the games won by Black, none of them drawn: t of 21 and d of -10.
        let cell = |black, white| Cell { black, white, results: [1e-6, 1e-7, 1000.0] };
        let parameters = Davidson::fit(2, &[cell(0, 1), cell(1, 0)]).parameters;
        assert!((of_black(&parameters) - 1e9f64.ln()).abs() < 1e-3, "{parameters}");
    }
}
