//! Perft 5 of a full board, timed: `cargo run --release -p anyply-dvonn --example perft`.

use anyply_dvonn::Dvonn;
use anyply_framework::{Game, perft};
use std::time::Instant;

fn main() {
    let game = Dvonn::random();
    let start = game.start();
    for depth in 1..=5 {
        let begin = Instant::now();
        let leaves = perft(&game, &start.position, depth);
        println!("depth {depth}: {leaves} leaves, {:.3} s", begin.elapsed().as_secs_f64());
    }
}
