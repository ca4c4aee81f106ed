//! The messages of the Dvonn agent (Porto, 2004): a server says whose turn it is and which moves stand; the
//! agent says its moves.
//!
//! In: `id(servidor,Port)`, `cor(servidor,Colour)`, `sua_vez`, `confirma_jogada(ID,(C1,L1),(C2,L2),Answer)`.
//! Out: `jogada(pc,(C1,L1),(C2,L2))` or `jogada(pc,passa)`. Columns count from 1 to 11, rows from 1 to 5. The
//! agent moves only in its turn; a move is made when it is confirmed, and after `invalida` the board stays as
//! it is.

mod client;

pub(super) use client::{BOARD, Client, has_words_for};

use super::{Desk, Player, Serve, Then};
use crate::exit::note;
use anyply_framework::Side;
use anyply_framework::search::Limits;
use anyply_games::TextGame;
use std::io;

pub(super) struct Server {
    player: Player,
    own: Option<Side>,
}

/// What the server says.
#[derive(PartialEq, Eq, Debug)]
enum Message {
    Colour(Side),
    Turn,
    /// A move of either side that stands; the move in the game's notation.
    Confirmed(String),
    Refused,
}

impl Message {
    // Anything else is ignored.
    fn read(line: &str) -> Option<Self> {
        let bare: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        let bare = bare.trim_end_matches('.');
        if bare == "sua_vez" {
            return Some(Self::Turn);
        }
        if let Some(inside) = inside(bare, "cor") {
            return match inside.split_once(',')?.1.to_lowercase().as_str() {
                "w" | "white" => Some(Self::Colour(Side::White)),
                "b" | "black" => Some(Self::Colour(Side::Black)),
                _ => None,
            };
        }
        let (_, rest) = inside(bare, "confirma_jogada")?.split_once(',')?;
        let (mv, answer) = rest.rsplit_once(',')?;
        match answer {
            "aceite" => move_of(mv).map(Self::Confirmed),
            "invalida" => Some(Self::Refused),
            _ => None,
        }
    }
}

fn inside<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')
}

/// `(3,2),(4,2)` is C2D2, and `passa` a pass.
fn move_of(text: &str) -> Option<String> {
    if text == "passa" {
        return Some("PASS".to_owned());
    }
    let (from, to) = text.strip_prefix('(')?.strip_suffix(')')?.split_once("),(")?;
    Some(space(from)? + &space(to)?)
}

/// `3,2` is C2.
fn space(text: &str) -> Option<String> {
    let (column, row) = text.split_once(',')?;
    let (column, row): (u8, u8) = (column.parse().ok()?, row.parse().ok()?);
    let known = (1..=11).contains(&column) && (1..=5).contains(&row);
    known.then(|| format!("{}{row}", char::from(b'A' + column - 1)))
}

/// `C2` is (3,2).
fn numbers(space: &str) -> String {
    let (column, row) = space.split_at(1);
    let column = column.bytes().next().map_or(0, |letter| letter - b'A' + 1);
    format!("({column},{row})")
}

impl Server {
    pub(super) const fn new(player: Player) -> Self {
        Self { player, own: None }
    }

    fn turn(&mut self, desk: &mut Desk) -> io::Result<()> {
        let Some(own) = self.own else {
            note("sua_vez before cor(servidor,Colour): whose turn is not known");
            return Ok(());
        };
        // A pass of the opponent's may not have been told.
        let game = &mut self.player.game;
        if game.side() != own
            && let Some(pass) = game.forced_pass()
        {
            game.play_text(&pass).expect("a forced pass is legal");
        }
        if game.side() != own {
            note("sua_vez, but the opponent is to move");
            return Ok(());
        }
        let Some(thought) = self.player.think(desk, Limits::default(), |_| false, &mut |_| {}) else {
            return Ok(());
        };
        if self.player.game.forced_pass().is_some() {
            return desk.out.say("jogada(pc,passa)");
        }
        match thought.mv.split_at_checked(2) {
            Some((from, to)) if !to.is_empty() => {
                desk.out.say(format!("jogada(pc,{},{})", numbers(from), numbers(to)))
            }
            _ => {
                note("this protocol has no words for placing pieces: give a full board with --file");
                Ok(())
            }
        }
    }
}

impl Serve for Server {
    fn answer(&mut self, line: &str, desk: &mut Desk) -> io::Result<Then> {
        match Message::read(line) {
            Some(Message::Colour(side)) => self.own = Some(side),
            Some(Message::Turn) => self.turn(desk)?,
            Some(Message::Confirmed(mv)) => {
                if let Err(problem) = self.player.game.play_moves(&mv) {
                    note(format_args!("a confirmed move that is not legal: {problem}"));
                }
            }
            Some(Message::Refused) | None => {}
        }
        Ok(Then::Next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_and_all_else_is_ignored() {
        assert_eq!(Message::read("cor(servidor,w)"), Some(Message::Colour(Side::White)));
        assert_eq!(Message::read("cor(servidor, Black)."), Some(Message::Colour(Side::Black)));
        assert_eq!(Message::read("sua_vez"), Some(Message::Turn));
        let confirmed = |text: &str| Some(Message::Confirmed(text.to_owned()));
        assert_eq!(Message::read("confirma_jogada(pc,(1,1),(2,1),aceite)"), confirmed("A1B1"));
        assert_eq!(Message::read("confirma_jogada(jogador,(11,5),(9,3),aceite)."), confirmed("K5I3"));
        assert_eq!(Message::read("confirma_jogada(jogador,passa,aceite)"), confirmed("PASS"));
        assert_eq!(Message::read("confirma_jogada(pc,(1,1),(2,1),invalida)"), Some(Message::Refused));
        for strange in [
            "id(servidor,4000)",
            "",
            "ola",
            "cor(servidor,red)",
            "confirma_jogada(pc,(12,1),(2,1),aceite)",
            "confirma_jogada(pc,(1,1),aceite)",
            "confirma_jogada(",
            "confirma_jogada(pc,(é,1),(2,1),aceite)",
        ] {
            assert_eq!(Message::read(strange), None, "{strange}");
        }
    }

    #[test]
    fn spaces_are_numbers_both_ways() {
        for column in 1..=11 {
            for row in 1..=5 {
                let text = format!("{column},{row}");
                assert_eq!(numbers(&space(&text).unwrap()), format!("({text})"));
            }
        }
    }
}
