//! Openings that one makes and another judges: by search, for protocols and tables alike.

use anyply_framework::search::{Limits, Stop};
use anyply_framework::{Geometry, Point, Side};
use anyply_games::{AnyGame, TextGame, TextMove, TextReport};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::time::{Duration, Instant};

/// The time that an even opening may take.
pub(crate) const LONGEST: Duration = Duration::from_millis(500);
// Openings that are tried, and the positions that each may cost.
const TRIALS: u32 = 12;
const NODES: u64 = 4_000;
// All moves of an opening lie within so many steps of the first, and that as far from the edge: far apart,
// they would be even and say nothing.
const NEAR: i32 = 2 * Geometry::STEP;

/// The colour to take, by a search for the side to move: that side's own, unless it is behind.
pub(crate) fn better_colour(to_move: Side, found: &TextReport) -> Side {
    let behind = found.lines.first().is_some_and(|line| line.score.cents() < 0);
    if behind { !to_move } else { to_move }
}

/// Some openings to choose from: moves by lot from here on.
pub(crate) fn drawn(game: &mut AnyGame, plies: usize, random: &mut Pcg64Mcg) -> Vec<Vec<String>> {
    let geometry = game.geometry();
    let middle = middle(&geometry);
    (0..TRIALS).map(|_| draw(game, (&geometry, &middle), plies, random)).collect()
}

/// The one of those openings after which the sides are nearest to even, by a short search of the position
/// after each. What that takes of `longest` is shared among them. Its moves.
pub(crate) fn most_even(
    drawn: Vec<Vec<String>>,
    longest: Duration,
    mut search: impl FnMut(&[String], Limits) -> Option<TextReport>,
) -> Vec<String> {
    let share = longest / TRIALS;
    let limits = Limits { nodes: Some(NODES), time: Some(share), ..Limits::default() };
    let mut best: Option<(i32, Vec<String>)> = None;
    let began = Instant::now();
    for moves in drawn {
        // One that took longer than its share, be it with what is about a search, leaves less for the rest.
        if best.is_some() && began.elapsed() + share > longest {
            break;
        }
        let report = search(&moves, limits.clone());
        let value = report.and_then(|report| Some(report.lines.first()?.score.cents().abs()));
        let value = value.unwrap_or(i32::MAX);
        if best.as_ref().is_none_or(|(least, _)| value < *least) {
            best = Some((value, moves));
        }
    }
    best.map_or_else(Vec::new, |(_, moves)| moves)
}

/// The rest of an opening, one nearest to even, since another will judge it: so many moves from here on.
pub(crate) fn even(game: &mut AnyGame, plies: usize, random: &mut Pcg64Mcg) -> Vec<String> {
    let openings = drawn(game, plies, random);
    judged(game, openings, &Stop::default())
}

/// The [most even](most_even) one of openings that were drawn here, by this game's own engine.
pub(crate) fn judged(game: &mut AnyGame, drawn: Vec<Vec<String>>, stop: &Stop) -> Vec<String> {
    most_even(drawn, LONGEST, |moves, limits| {
        Some(after(game, moves, |game| game.search(&limits, stop, &mut |_| {})))
    })
}

/// Looks at a game as it stands after some more moves.
fn after<T>(game: &mut AnyGame, moves: &[String], look: impl FnOnce(&mut AnyGame) -> T) -> T {
    let made = moves.iter().take_while(|mv| game.play_text(mv).is_ok()).count();
    let seen = look(game);
    (0..made).for_each(|_| drop(game.undo()));
    seen
}

fn draw(
    game: &mut AnyGame,
    (geometry, middle): (&Geometry, &[bool]),
    plies: usize,
    random: &mut Pcg64Mcg,
) -> Vec<String> {
    let is_near = |first: Option<usize>, place: usize| match first.map(|first| geometry.places[first].at) {
        Some(first) => {
            let here = geometry.places[place].at;
            (here.x - first.x).abs().max((here.y - first.y).abs()) <= NEAR
        }
        None => middle[place],
    };
    let mut first = game.last_path().first().copied();
    let mut made = Vec::new();
    for _ in 0..plies {
        let legal = game.legal_paths();
        let fits = |mv: &&TextMove| mv.path.first().is_some_and(|&place| is_near(first, place));
        let mut fitting: Vec<&TextMove> = legal.iter().filter(fits).collect();
        if fitting.is_empty() {
            fitting = legal.iter().collect();
        }
        let Some(mv) = (!fitting.is_empty()).then(|| fitting[random.random_range(0..fitting.len())]) else {
            break;
        };
        game.play_text(&mv.text).expect("a legal move");
        first = first.or_else(|| mv.path.first().copied());
        made.push(mv.text.clone());
    }
    made.iter().for_each(|_| drop(game.undo()));
    made
}

// Which places are not near the edge.
fn middle(geometry: &Geometry) -> Vec<bool> {
    let inner = |of: fn(Point) -> i32| {
        let all = geometry.places.iter().map(|place| of(place.at));
        all.clone().min().map_or(0, |least| least + NEAR)..=all.max().map_or(0, |most| most - NEAR)
    };
    let (xs, ys) = (inner(|at| at.x), inner(|at| at.y));
    geometry.places.iter().map(|place| xs.contains(&place.at.x) && ys.contains(&place.at.y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn openings_lie_together_and_the_most_even_one_is_taken() {
        let mut game = AnyGame::open("gomoku", None, None).unwrap();
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let openings = drawn(&mut game, 3, &mut random);
        assert_eq!((openings.len(), game.moves_made().len()), (TRIALS as usize, 0));
        let geometry = game.geometry();
        let mut values = Vec::new();
        let mut search = |moves: &[String], limits| {
            let limits = Limits { time: None, ..limits };
            // What earlier trials left in the table moves a value.
            game.restart();
            after(&mut game, moves, |game| game.search(&limits, &Stop::default(), &mut |_| {}))
        };
        for moves in &openings {
            let at = |mv: &String| geometry.places.iter().find(|place| place.name == *mv).unwrap().at;
            let [first, rest @ ..] = &moves[..] else { panic!("three moves") };
            let far = |mv: &String| (at(mv).x - at(first).x).abs().max((at(mv).y - at(first).y).abs());
            assert!(rest.iter().all(|mv| far(mv) <= NEAR), "{moves:?}");
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            values.push(search(moves, limits).lines[0].score.cents().abs());
        }
        let best = most_even(openings.clone(), LONGEST * 100, |moves, limits| Some(search(moves, limits)));
        let place = openings.iter().position(|moves| *moves == best).unwrap();
        assert_eq!(Some(&values[place]), values.iter().min(), "{values:?}");
    }
}
