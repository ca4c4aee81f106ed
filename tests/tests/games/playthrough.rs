//! One recorded game per variant of every game. A change in the rules, the notation or the board's drawing
//! shows here; a variant without its record fails. `ANYPLY_RECORD=1` writes the records anew: read them
//! before they are committed.

use anyply_games::{AnyGame, TextGame};
use std::fmt::{self, Write};
use std::path::PathBuf;

fn playthrough(game: &mut AnyGame) -> Result<String, fmt::Error> {
    let mut random = anyply_tests::random(2026);
    let mut text = String::new();
    let mut ply = 0;
    loop {
        writeln!(text, "ply {ply}: {} to move", game.side())?;
        writeln!(text, "position {}", game.position_text())?;
        let moves = game.legal_moves();
        writeln!(text, "{} moves", moves.len())?;
        // In full now and then: a record that is too long to be read tells nobody anything.
        if ply % 10 == 0 {
            write!(text, "{}\n{}{}\n", moves.join(" "), game.draw(false), game.counts())?;
        }
        let Some(mv) = game.random_move(&mut random) else { break };
        writeln!(text, "play {mv}\n")?;
        game.play_text(&mv).expect("a legal move");
        ply += 1;
    }
    let outcome = game.outcome().expect("the game is over");
    write!(text, "\n{}{}\n{outcome}\n", game.draw(false), game.counts())?;
    Ok(text)
}

fn path(game: &AnyGame) -> PathBuf {
    let variant = game.variant();
    let size = variant.size.map_or(String::new(), |size| format!("-{size}"));
    let name = format!("{}-{}{size}.txt", game.name(), variant.name);
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("playthroughs").join(name)
}

#[test]
fn every_variant_plays_its_recorded_game() {
    for mut game in AnyGame::all() {
        let path = path(&game);
        let played = playthrough(&mut game).expect("a string takes everything");
        if std::env::var_os("ANYPLY_RECORD").is_some() {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
            std::fs::write(&path, &played).expect("the record can be written");
        }
        let recorded = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; ANYPLY_RECORD=1 records it", path.display()));
        let difference = recorded.lines().zip(played.lines()).enumerate().find(|(_, (old, new))| old != new);
        assert!(difference.is_none(), "{}: {difference:?}", path.display());
        assert_eq!(recorded.lines().count(), played.lines().count(), "{}", path.display());
    }
}
