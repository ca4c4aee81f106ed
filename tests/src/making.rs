//! What the benches share that make the built-in files of the games anew.

use crate::benches::arguments;
use anyply_framework::Plugin;
use anyply_games::{AnyGame, GameVisitor, TextGame};
use std::path::Path;

/// Visits the games that the command line names, each in its default variant; all of them where it names none.
///
/// # Panics
/// If the visitor does.
pub fn for_named_games<V: GameVisitor + Copy>(visitor: V) {
    let named = arguments();
    for name in AnyGame::names() {
        if named.is_empty() || named.iter().any(|wanted| wanted == name) {
            AnyGame::open(name, None, None).expect("a known game").accept(visitor);
        }
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
