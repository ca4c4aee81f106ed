//! Fits whose results are known.

use super::super::recipe::Fit;
use super::super::rows::Rows;
use super::{Method, Prior, fitted, logistic};
use nalgebra::{DMatrix, DVector};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const SIZE: usize = 40;
const EXACT: Fit =
    Fit { change: 1.0, adapt: 1.0, ridge: 1.0, iterations: 1000, tolerance: 1e-12, memory: 1 << 30 };

// Rows of five features each, one of them twice in some; never the last feature of all.
fn rows(count: usize, truth: &[f64], noise: f64, random: &mut Pcg64Mcg) -> Rows {
    let row = |random: &mut Pcg64Mcg| {
        let features: Vec<u32> = (0..5).map(|_| random.random_range(0..SIZE as u32 - 1)).collect();
        let sum: f64 = features.iter().map(|&feature| truth[feature as usize]).sum();
        (features, (sum + noise * (random.random::<f64>() - 0.5)) as f32)
    };
    Rows::of((0..count).map(|_| row(random)).collect::<Vec<_>>())
}

fn truth(random: &mut Pcg64Mcg) -> Vec<f64> {
    (0..SIZE).map(|_| random.random::<f64>() * 10.0 - 5.0).collect()
}

fn dense(rows: &Rows) -> (DMatrix<f64>, DVector<f64>) {
    let mut matrix = DMatrix::zeros(rows.len(), SIZE);
    for (number, (features, _)) in rows.iter().enumerate() {
        features.iter().for_each(|&feature| matrix[(number, feature as usize)] += 1.0);
    }
    (matrix, DVector::from_iterator(rows.len(), rows.iter().map(|(_, value)| f64::from(value))))
}

fn close(found: &[f64], expected: &[f64], within: f64) {
    for (number, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= within, "{number}: {found}, not {expected}");
    }
}

#[test]
fn least_squares_is_the_solution_of_the_dense_equations() {
    let random = &mut Pcg64Mcg::seed_from_u64(1);
    let (truth, prior) = (truth(random), truth(random));
    for penalty in [0.01, 1.0, 300.0] {
        let rows = rows(200, &truth, 3.0, random);
        let (a, y) = dense(&rows);
        let prior_column = DVector::from_column_slice(&prior);
        let left = a.transpose() * &a + DMatrix::identity(SIZE, SIZE) * penalty;
        let right = a.transpose() * (y - &a * &prior_column);
        let expected = prior_column + left.cholesky().unwrap().solve(&right);
        let found = fitted(&rows, Prior { weights: &prior, penalty }, Method::LeastSquares, &EXACT, 2);
        close(&found.weights, expected.as_slice(), 1e-7);
    }
}

#[test]
fn logistic_regression_ends_where_the_gradient_is_nothing() {
    let random = &mut Pcg64Mcg::seed_from_u64(2);
    let truth = truth(random);
    let odds = rows(3000, &truth, 0.0, random);
    let won = odds.iter().map(|(features, odds)| {
        let won = random.random::<f64>() < logistic(f64::from(odds) / 5.0);
        (features.to_vec(), if won { 1.0 } else { -1.0 })
    });
    let rows = Rows::of(won.collect::<Vec<_>>());
    let prior = vec![0.1; SIZE];
    let found = fitted(&rows, Prior { weights: &prior, penalty: 2.0 }, Method::Logistic, &EXACT, 2).weights;
    let (a, y) = dense(&rows);
    let sums = &a * DVector::from_column_slice(&found);
    let lacking = DVector::from_fn(y.len(), |row, _| f64::midpoint(y[row], 1.0) - logistic(sums[row]));
    let gradient = a.transpose() * lacking;
    let pull: Vec<f64> = found.iter().map(|weight| 2.0 * (weight - 0.1)).collect();
    close(gradient.as_slice(), &pull, 1e-6);
    // A fifth of the odds that were drawn from, as far as so many games tell.
    let off = found.iter().zip(&truth).map(|(found, truth)| (found - truth / 5.0).powi(2)).sum::<f64>();
    assert!((off / SIZE as f64).sqrt() < 0.25, "{off}");
}

#[test]
fn known_weights_are_found_again_within_the_noise() {
    let random = &mut Pcg64Mcg::seed_from_u64(3);
    let truth = truth(random);
    let rows = rows(20_000, &truth, 4.0, random);
    let found = fitted(
        &rows,
        Prior { weights: &[0.0; SIZE], penalty: 1e-3 },
        Method::LeastSquares,
        &Fit::default(),
        2,
    );
    close(&found.weights[..SIZE - 1], &truth[..SIZE - 1], 0.1);
    assert_eq!(found.seen, SIZE - 1);
}

#[test]
fn a_feature_never_seen_keeps_the_weight_of_the_phase_after() {
    let random = &mut Pcg64Mcg::seed_from_u64(4);
    let (truth, prior) = (truth(random), truth(random));
    // One that was seen once moves a little.
    let mut few: Vec<(Vec<u32>, f32)> =
        rows(500, &truth, 0.0, random).iter().map(|(row, value)| (row.to_vec(), value)).collect();
    few.push((vec![SIZE as u32 - 1], 100.0));
    let keep = Prior { weights: &prior, penalty: 10.0 };
    for method in [Method::LeastSquares, Method::Logistic] {
        let unseen = fitted(&rows(500, &truth, 0.0, random), keep, method, &EXACT, 1);
        assert_eq!(unseen.weights[SIZE - 1], prior[SIZE - 1]);
    }
    let once = fitted(&Rows::of(few), keep, Method::LeastSquares, &EXACT, 1).weights[SIZE - 1];
    let expected = prior[SIZE - 1] + (100.0 - prior[SIZE - 1]) / 11.0;
    assert!((once - expected).abs() < 1e-6, "{once}, not {expected}");
}

#[test]
fn any_number_of_threads_finds_the_same_to_the_last_bit() {
    let random = &mut Pcg64Mcg::seed_from_u64(5);
    let truth = truth(random);
    let rows = rows(30_000, &truth, 3.0, random);
    let nothing = Prior { weights: &[0.0; SIZE], penalty: 1.0 };
    for method in [Method::LeastSquares, Method::Logistic] {
        let [one, two, seven] =
            [1, 2, 7].map(|threads| fitted(&rows, nothing, method, &Fit::default(), threads));
        assert!(one == two && one == seven);
    }
}

#[test]
fn no_rows_leave_everything_as_it_is() {
    let prior = vec![1.5; SIZE];
    let keep = Prior { weights: &prior, penalty: 1.0 };
    for method in [Method::LeastSquares, Method::Logistic] {
        assert_eq!(fitted(&Rows::default(), keep, method, &EXACT, 2).weights, prior);
    }
}
