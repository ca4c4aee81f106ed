//! Whether games from an opening that comes again are other games, and count for more.

use crate::exit::note;
use crate::report;
use crate::setup;
use anyply_framework::Level;
use anyply_framework::arena::{EngineMind, Mind, Opening, Player};
use anyply_framework::search::Method;
use std::collections::HashSet;

/// As many openings as are wanted, each of them once. Where there are fewer, they come again: with time, or
/// by lot, the games are others. If some pairing plays each `once`, because its games would be the same again
/// and count for nothing, there are no more than there are.
pub(super) fn filled(mut found: Vec<Opening>, wanted: usize, once: bool) -> Vec<Opening> {
    let mut seen = HashSet::new();
    found.retain(|opening| seen.insert(opening.clone()));
    let different = found.len();
    if different >= wanted {
        found.truncate(wanted);
        return found;
    }
    let openings = report::counted(different as u64, "different opening");
    if once {
        note(format_args!("{openings}, so only {} games of each pairing", 2 * different));
        return found;
    }
    note(format_args!("{openings} for {wanted} pairs of games: some are played again"));
    found.iter().cycle().take(wanted).cloned().collect()
}

/// Whether a player leaves nothing to time and nothing to lot.
pub(super) fn plays_the_same_again(player: &Player) -> bool {
    match &player.mind {
        Mind::Program(_) => false,
        Mind::Engine(mind) => {
            let slips = mind.level.is_some_and(|level| setup::level(level).slips > 0);
            let by_lot = slips || matches!(mind.config.method, Method::Random | Method::MonteCarlo);
            mind.threads == 1 && mind.book.is_none() && !by_lot && !is_ended_by_time(player, mind)
        }
    }
}

fn is_ended_by_time(player: &Player, mind: &EngineMind) -> bool {
    let allowance = &player.allowance;
    // What looks no further than a move is done at once.
    if allowance.is_timeless() || matches!(mind.config.method, Method::Prior | Method::Greedy) {
        return false;
    }
    // The levels of fixed depth have their time for odd positions alone. Who looks no deeper, and has as
    // much, is ended by depth too.
    let within = |level: Level| {
        let time = allowance.milliseconds.is_none_or(|time| time >= level.milliseconds);
        time && allowance.depth.zip(level.depth).is_some_and(|(own, depth)| own <= depth)
    };
    let is_quick = mind.config.method == Method::Negamax && allowance.clock.is_none();
    let by_depth = is_quick && Level::RANGE.filter_map(Level::get).any(within);
    !by_depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_opening_comes_again_before_all_were_played() {
        let opening = |mv: &str| Opening { start: None, moves: vec![mv.to_owned()] };
        let played = |wanted, once| -> String {
            let found = ["a", "a", "b", "c"].map(opening).to_vec();
            filled(found, wanted, once).into_iter().flat_map(|opening| opening.moves).collect()
        };
        for (wanted, once, expected) in
            [(2, false, "ab"), (3, false, "abc"), (4, false, "abca"), (7, false, "abcabca"), (4, true, "abc")]
        {
            assert_eq!(played(wanted, once), expected, "{wanted}, {once}");
        }
    }
}
