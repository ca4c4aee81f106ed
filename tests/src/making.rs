//! What the benches share that make the built-in files of the games anew.

use crate::benches::arguments;
use anyply_framework::Plugin;
use anyply_games::{AnyGame, GameVisitor, TextGame};
use std::path::Path;

/// Visits the games that the command line names, each in its default variant. Where it names none, as where
/// cargo runs all benches, no file may be made anew.
///
/// # Panics
/// If the visitor does, or what is named is no game.
pub fn for_named_games<V: GameVisitor + Copy>(visitor: V) {
    let names = AnyGame::names();
    let named = arguments(&names);
    if named.is_empty() {
        println!("nothing is made anew: name the games ({})", names.join(", "));
    }
    for name in named {
        AnyGame::open(&name, None, None).expect("a known game").accept(visitor);
    }
}

/// Writes `games/GAME/config/FILE`.
///
/// # Panics
/// If it cannot be written.
pub fn write_config<G: Plugin>(file: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(G::NAME).join("config");
    std::fs::write(folder.join(file), text).expect("the game's folder can be written");
    println!("{}: {file} is done", G::NAME);
}
