//! Finds better figures of a game's search and evaluator by games of the program against itself:
//! `cargo bench -p anyply-tests --bench tune -- GAME`.
//!
//! What is tuned, how far each figure is tried and how many pairs of games are played is written in
//! `games/GAME/config/tune.ron`; the figures begin as they are in the settings `best` and in the evaluator
//! that the file names, or else the default. Both sides of a pair play an opening with both colours; there
//! are 500 openings, one after the other. The figures found are printed in the order of the file, and then
//! played against those of before, from other openings and with more positions for a move: what is better in
//! short games need not be in long ones. Nothing is written; what a match has shown to be better is put in by
//! hand.
//!
//! `threads=N` (2) plays so many games at once, `pairs=N` and `nodes=N` stand for what the file says,
//! `proof=N` (300) is the number of pairs of the match, and `more=N` (5) how many times the positions of a
//! move. With more than one thread no two runs are the same.

mod figures;

use anyply_framework::arena::openings::{Opening, OpeningsRecipe};
use anyply_framework::arena::{Allowance, Pairs, Player};
use anyply_framework::search::Stop;
use anyply_framework::{Plugin, Session};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use anyply_tests::benches::{games_and_arguments, pair, strength, value};
use anyply_tests::spsa::Spsa;
use anyply_tests::{random, spsa};
use figures::Tuned;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

fn main() {
    let (games, arguments) = games_and_arguments(&["threads=", "pairs=", "nodes=", "proof=", "more="]);
    // All of them where none was named, as where cargo runs all benches.
    let [name] = games[..] else {
        println!("nothing is tuned: name one game ({})", games.join(", "));
        return;
    };
    AnyGame::open(name, None, None).expect("a known game").accept(Tune(&arguments));
}

struct Tune<'a>(&'a [String]);

impl GameVisitor for Tune<'_> {
    type Output = ();

    fn visit<G: Plugin>(self, session: &mut Session<G>) {
        let game = session.game();
        let mut tuned = Tuned::<G>::read();
        tuned.nodes = value(self.0, "nodes=").unwrap_or(tuned.nodes);
        tuned.pairs = value(self.0, "pairs=").unwrap_or(tuned.pairs);
        let threads = value(self.0, "threads=").unwrap_or(2);
        let before = tuned.begin();
        let after = tune(game, &tuned, &before, threads);
        tuned.print(&after);
        tuned.nodes *= value(self.0, "more=").unwrap_or(5);
        let before = tuned.whole(&before);
        prove(game, &tuned, [&after, &before], value(self.0, "proof=").unwrap_or(300), threads);
    }
}

/// Openings for so many pairs. Those that come with the game stay apart: matches are played from them.
fn openings<G: Plugin>(game: &G, pairs: usize, seed: u64) -> Vec<Opening> {
    /// So many are enough: the sides differ from pair to pair.
    const MOST: usize = 500;
    let recipe = OpeningsRecipe::of(G::openings()).expect("a recipe that can be read").unwrap_or_default();
    // Balanced as far as a short search sees.
    let recipe = OpeningsRecipe { seed, depth: 4, ..recipe };
    recipe
        .openings(game, pairs.min(MOST), &Stop::default(), &mut |_| ())
        .expect("the recipe of the game's own")
}

/// The figures after all pairs.
fn tune<G: Plugin>(game: &G, tuned: &Tuned<G>, before: &[spsa::Figure], threads: usize) -> Vec<u32> {
    /// A line for so many pairs.
    const TOLD: usize = 500;
    let openings = openings(game, tuned.pairs, 2);
    let spsa = Mutex::new(Spsa::new(before.to_vec(), tuned.rate, tuned.pairs as u32));
    let now = || tuned.whole(spsa.lock().expect("no thread panics").figures());
    at_once(threads, tuned.pairs, |number| {
        let mut random = random(number as u64);
        let trial = spsa.lock().expect("no thread panics").draw(&mut random);
        let [first, second] = &trial.sides;
        let opening = &openings[number % openings.len()];
        let half_points = play(game, tuned, opening, [first, second]);
        // Of the two points of a pair: the first has half of these, the second the rest.
        spsa.lock().expect("no thread panics").learn(&trial, half_points as i32 - 2);
        if (number + 1) % TOLD == 0 {
            println!("{:6} pairs: {:?}", number + 1, now());
        }
    });
    now()
}

/// A match of the figures found against those of before.
fn prove<G: Plugin>(game: &G, tuned: &Tuned<G>, [after, before]: [&[u32]; 2], pairs: usize, threads: usize) {
    let openings = openings(game, pairs, 3);
    let results = Mutex::new(Pairs::default());
    at_once(threads, pairs, |number| {
        let opening = &openings[number % openings.len()];
        let half_points = play(game, tuned, opening, [after, before]);
        results.lock().expect("no thread panics").add(half_points);
    });
    let results = results.into_inner().expect("no thread panics");
    let Some(elo) = results.elo() else { return };
    let (nodes, pairs) = (tuned.nodes, results.count());
    println!("at {nodes} positions a move, {pairs} pairs: {}", strength(&elo));
}

/// Does `act` with every number below `count`, on so many threads.
fn at_once(threads: usize, count: usize, act: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let number = next.fetch_add(1, Relaxed)
                    && number < count
                {
                    act(number);
                }
            });
        }
    });
}

/// A game with each colour; the half points of the first.
fn play<G: Plugin>(game: &G, tuned: &Tuned<G>, opening: &Opening, sides: [&[u32]; 2]) -> usize {
    let allowance = Allowance { nodes: Some(tuned.nodes), ..Allowance::default() };
    let player = |name: &str, side| Player { name: name.to_owned(), mind: tuned.mind(side), allowance };
    let [first, second] = sides;
    pair(game, opening, &[player("first", first), player("second", second)])
}
