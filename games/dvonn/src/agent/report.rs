//! What the agent tells people: areas and their losses, and what a tactic would play.

use super::areas::{Losses, areas, losses};
use super::strategy::Agent;
use super::tactics::{Tactic, choose, consider, freed_neighbours, threatened_stacks};
use crate::geometry::Spaces;
use crate::rules::{Dvonn, Move};
use anyply_framework::{Side, Situation, quoted};

/// Lists the areas, and what each legal move loses.
pub(crate) fn tell_areas(game: &Dvonn, agent: &Agent, at: &Situation<Dvonn>) -> String {
    let position = &at.position;
    let mut text = String::new();
    for (number, area) in (1..).zip(areas(position)) {
        let dvonns = if area.dvonns.is_empty() { "none".to_owned() } else { names(area.dvonns) };
        text += &format!(
            "area {number}: {}, {}; Dvonns: {dvonns}; {}\n",
            plural(area.stacks.count(), "stack"),
            plural(position.pieces(area.stacks), "piece"),
            names(area.stacks)
        );
    }
    if position.is_placing() {
        return text + "nothing is lost while pieces are being placed\n";
    }
    for mv in at.moves(game) {
        let Move::Step { from, to } = mv else { continue };
        let losses = losses(position, from, to);
        text += &format!(
            "{mv}: loses {} of one's own ({}) and {} of the enemy's ({}), benefit {:+}{}\n",
            plural(losses.own, "piece"),
            plural(losses.own_stacks, "stack"),
            plural(losses.enemy, "piece"),
            plural(losses.enemy_stacks, "stack"),
            agent.benefit.of(position, to, &losses),
            landing(&losses)
        );
    }
    text
}

/// What tactic `argument` (`3`, or `3 black` for a given side) would play, and why.
pub(crate) fn tell_tactic(
    game: &Dvonn,
    agent: &Agent,
    at: &Situation<Dvonn>,
    argument: &str,
) -> Result<String, String> {
    let (tactic, side) = read_argument(argument)?;
    let at = match side {
        Some(side) if side != at.side => Situation { position: at.position.swapped(), side },
        _ => *at,
    };
    let head = format!("tactic {} for {} ({})", tactic.number(), at.side, tactic.purpose());
    if at.position.is_placing() {
        return Ok(format!("{head}: none, as the tactics begin when all pieces are placed"));
    }
    let moves = at.moves(game);
    let options = consider(agent, &at.position, &moves);
    let Some(place) = choose(agent, &at.position, &options, tactic) else {
        return Ok(format!("{head}: none"));
    };
    let option = &options[place];
    let position = &at.position;
    let (from, to) = (option.from, option.to);
    let why = match tactic.number() {
        1 => format!("frees {}", plural(freed_neighbours(position, option), "stack")),
        2..=5 => format!("lands on a stack of height {}", position.height(to)),
        6 => format!("makes a stack of height {}", position.height(from) + position.height(to)),
        7 => format!("the enemy threatens {}", names(threatened_stacks(agent, position))),
        8 => format!("leaves {}", plural(option.own.stacks.count(), "movable stack")),
        _ => format!("sum {:+}", agent.outlook.after(option)),
    };
    Ok(format!("{head}: {from}{to}, benefit {:+}; {why}{}", option.benefit, landing(&option.losses)))
}

/// What is to be added of a move after which its stack is gone.
fn landing(losses: &Losses) -> &'static str {
    if losses.landing { "; the landing place is cut off" } else { "" }
}

fn read_argument(argument: &str) -> Result<(Tactic, Option<Side>), String> {
    let wrong = || {
        format!(
            "{}: expected the number of a tactic, 1 to 9, and perhaps a side, for example 3 or 3 black",
            quoted(argument)
        )
    };
    let mut words = argument.split_whitespace();
    let number = words.next().and_then(|word| word.parse().ok());
    let tactic = number.and_then(Tactic::new).ok_or_else(wrong)?;
    let side = match words.next() {
        None => None,
        Some(word) => Some(crate::formats::line::read_side(word).ok_or_else(wrong)?),
    };
    if words.next().is_some() { Err(wrong()) } else { Ok((tactic, side)) }
}

fn names(spaces: Spaces) -> String {
    spaces.iter().map(|space| space.to_string()).collect::<Vec<_>>().join(" ")
}

fn plural(number: u32, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
