use super::*;
use crate::arena::Pairs;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

// Two games for each number of half points that the first of two players made as Black and as White.
fn pairs_of(black: usize, white: usize, points: &[(u8, u8)]) -> Vec<Encounter> {
    let pair = |(pair, &(first, second)): (usize, &(u8, u8))| {
        let pair = (black * 10 + white) * 100_000 + pair;
        let there = Encounter { black, white, half_points: first, pair };
        [there, Encounter { black: white, white: black, half_points: 2 - second, pair }]
    };
    points.iter().enumerate().flat_map(pair).collect()
}

fn elos(ratings: &Ratings) -> Vec<f64> {
    ratings.players.iter().map(|player| player.unwrap().elo).collect()
}

#[test]
fn two_players_are_as_far_apart_as_their_score_says() {
    let decided = [(2, 0), (2, 2), (2, 2), (0, 2), (2, 0), (0, 0)].repeat(500);
    let drawn = [(2, 1), (1, 1), (1, 1), (1, 2), (1, 0), (2, 2)].repeat(500);
    for points in [decided, drawn] {
        let mut pairs = Pairs::default();
        points.iter().for_each(|&(black, white)| pairs.add(usize::from(black + white)));
        let expected = pairs.elo().unwrap();
        let found = Ratings::new(2, &pairs_of(0, 1, &points)).unwrap();
        let [first, second] = [0, 1].map(|player| found.players[player].unwrap());
        assert!((first.elo - second.elo - expected.elo.unwrap()).abs() < 0.1, "{found:?} {expected:?}");
        assert!((first.elo + second.elo).abs() < 1e-6);
        // Half the difference has half the interval.
        let width = (first.high.unwrap() - first.low.unwrap()) * 2.0;
        let expected = expected.high.unwrap() - expected.low.unwrap();
        assert!((width / expected - 1.0).abs() < 0.02, "{width} {expected}");
    }
}

#[test]
fn the_order_of_players_and_games_is_of_no_account() {
    let mut games = pairs_of(0, 1, &[(2, 1), (2, 0), (1, 1)]);
    games.extend(pairs_of(1, 2, &[(2, 2), (0, 2), (1, 0)]));
    games.extend(pairs_of(0, 2, &[(2, 2), (2, 0)]));
    let one = Ratings::new(3, &games).unwrap();
    let turned =
        |game: &Encounter| Encounter { black: (game.black + 1) % 3, white: (game.white + 1) % 3, ..*game };
    let other = Ratings::new(3, &games.iter().rev().map(turned).collect::<Vec<_>>()).unwrap();
    for player in 0..3 {
        let (one, other) = (one.players[player].unwrap(), other.players[(player + 1) % 3].unwrap());
        assert!((one.elo - other.elo).abs() < 1e-6);
        assert!((one.low.unwrap() - other.low.unwrap()).abs() < 1e-5);
    }
    assert!((one.black.elo - other.black.elo).abs() < 1e-6);
    assert!(elos(&one).iter().sum::<f64>().abs() < 1e-6);
}

#[test]
fn what_the_games_do_not_limit_has_no_limit() {
    // Player 0 won all, player 3 lost all; 1 and 2 took points from each other.
    let mut games = pairs_of(1, 2, &[(2, 0), (2, 1)]);
    for (winner, loser) in [(0, 1), (0, 2), (0, 3), (1, 3), (2, 3)] {
        games.extend(pairs_of(winner, loser, &[(2, 2); 4]));
    }
    let ratings = Ratings::new(4, &games).unwrap();
    let limits = ratings
        .players
        .iter()
        .map(|player| player.map(|player| (player.low.is_some(), player.high.is_some())));
    let expected = [(true, false), (false, false), (false, false), (false, true)];
    assert!(limits.eq(expected.map(Some)), "{ratings:?}");
    assert!(elos(&ratings).iter().all(|elo| elo.abs() < 1000.0) && elos(&ratings).is_sorted_by(|a, b| a > b));
    assert!(ratings.black.low.is_some() && ratings.black.high.is_some());
    // Black won every game: no more can be said than that it is worth much, and that to begin where White
    // does is worth as little.
    let ratings = Ratings::new(2, &pairs_of(0, 1, &[(2, 0); 20])).unwrap();
    assert_eq!((ratings.black.low.is_some(), ratings.black.high), (true, None));
    assert!(ratings.black.elo > 400.0 && elos(&ratings)[0].abs() < 1e-6, "{ratings:?}");
    let Rating { elo, low, high } = ratings.first_move(Side::White);
    assert_eq!((elo, low, high), (-ratings.black.elo, None, ratings.black.low.map(|low| -low)));
    assert_eq!(ratings.first_move(Side::Black), ratings.black);
}

#[test]
fn players_that_nothing_compares_have_no_rating() {
    let mut games = pairs_of(4, 1, &[(2, 1)]);
    games.extend(pairs_of(1, 2, &[(2, 0)]));
    games.extend(pairs_of(0, 3, &[(2, 2)]));
    let rated = |ratings: &Ratings| ratings.players.iter().map(Option::is_some).collect::<Vec<_>>();
    assert_eq!(rated(&Ratings::new(6, &games).unwrap()), [false, true, true, false, true, false]);
    // Of equal groups that of the lowest number.
    let mut games = pairs_of(2, 3, &[(2, 1)]);
    games.extend(pairs_of(1, 0, &[(2, 0)]));
    assert_eq!(rated(&Ratings::new(4, &games).unwrap()), [true, true, false, false]);
    assert_eq!(Ratings::new(0, &[]), None);
    assert_eq!(Ratings::new(3, &pairs_of(1, 1, &[(2, 0)])), None);
    assert_eq!(Ratings::new(3, &pairs_of(1, 3, &[(2, 0)])), None);
}

// The chances of Black's half points.
fn chances(t: f64, draws: f64) -> [f64; 3] {
    let weights = [(-t / 2.0).exp(), draws.exp(), (t / 2.0).exp()];
    weights.map(|weight| weight / weights.iter().sum::<f64>())
}

fn result(chances: [f64; 3], random: f64) -> u8 {
    u8::from(random >= chances[0]) + u8::from(random >= chances[0] + chances[1])
}

// Everyone against everyone, so many pairs each. In every second pair both games have the same luck for
// Black, which is what an opening that favours a colour does.
fn tournament(parameters: [f64; 6], count: usize, random: &mut Pcg64Mcg) -> Vec<Encounter> {
    let mut points = Vec::new();
    let mut games = Vec::new();
    for (black, white) in [(1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (3, 2)] {
        points.clear();
        for number in 0..count {
            let luck: f64 = random.random();
            let again = if number % 2 == 0 { luck } else { random.random() };
            let (apart, [.., of_black, draws]) = (parameters[black] - parameters[white], parameters);
            let there = result(chances(of_black + apart, draws), luck);
            let back = result(chances(of_black - apart, draws), again);
            points.push((there, 2 - back));
        }
        games.extend(pairs_of(black, white, &points));
    }
    games
}

#[test]
fn the_intervals_hold_the_truth_as_often_as_they_say() {
    // Strengths, first move, draws: 6 and 40 % of draws, 190 and 280 Elo points from first to last.
    let worlds = [[0.6, 0.2, -0.2, -0.6, 0.3, -2.0], [1.5, 0.3, -0.5, -1.3, 0.5, 0.3]];
    let mut random = Pcg64Mcg::seed_from_u64(1970);
    for (world, count) in [(worlds[0], 6), (worlds[0], 20), (worlds[1], 6), (worlds[1], 20)] {
        const TOURNAMENTS: usize = 1000;
        let (mut covered, mut sums) = ([0; 5], [0.0; 5]);
        // The factor of the scale depends on who met whom only.
        let truth = points(&DVector::from_row_slice(&world), &cells(&tournament(world, 2, &mut random)));
        for _ in 0..TOURNAMENTS {
            let ratings = Ratings::new(4, &tournament(world, count, &mut random)).unwrap();
            for index in 0..5 {
                let Rating { elo, low, high } =
                    *ratings.players.get(index).map_or(&ratings.black, |rating| rating.as_ref().unwrap());
                let inside =
                    low.is_none_or(|low| low <= truth[index]) && high.is_none_or(|high| truth[index] <= high);
                covered[index] += usize::from(inside);
                sums[index] += elo - truth[index];
            }
        }
        let covered = covered.map(|covered| covered as f64 / TOURNAMENTS as f64);
        let bias = sums.map(|sum| sum / TOURNAMENTS as f64);
        assert!(
            covered.iter().all(|covered| (0.93..=0.97).contains(covered)),
            "{world:?}, {count}: {covered:?}"
        );
        // What the imagined games take from the differences.
        assert!(
            (0..5).all(|i| bias[i].abs() < 2.0 + truth[i].abs() * 0.5 / count as f64),
            "{world:?}, {count}: {bias:?}"
        );
    }
}
