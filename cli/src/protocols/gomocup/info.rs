//! What the manager has said with INFO.

use super::Player;
use anyply_framework::Resources;
use anyply_framework::search::{Clock, Limits};
use anyply_games::TextGame;
use std::time::Duration;

const UNLIMITED: u64 = i32::MAX as u64;
// What the program needs besides its table, and each thread after the first.
const OWN_MEMORY: u64 = 24 << 20;
const THREAD_MEMORY: u64 = 256 << 10;
const SMALLEST_TABLE: u64 = 1 << 20;

const TIMES: [&str; 3] = ["timeout_turn", "timeout_match", "time_left"];

/// The bits of the key `rule` and the variants they mean; none of them is freestyle.
const RULES: [(&str, u64); 3] = [("renju", 4), ("caro", 8), ("standard", 1)];
/// The bit of a game that goes on after a five.
const CONTINUOUS: u64 = 2;

/// What the key `rule` says of a variant.
pub(super) fn rule_of(variant: &str) -> u64 {
    RULES.iter().find(|(name, _)| *name == variant).map_or(0, |(_, bit)| *bit)
}

/// The limits and rules announced so far.
#[derive(Debug)]
pub(super) struct Info {
    turn: Option<Duration>,
    match_time: Option<Duration>,
    left: Option<Duration>,
    memory: u64,
    rule: u64,
    depth: Option<u32>,
    nodes: Option<u64>,
    threads: Option<usize>,
    /// What the options gave.
    given: Resources,
    variant: &'static str,
}

impl Info {
    pub(super) fn new(player: &Player) -> Self {
        Self {
            turn: None,
            match_time: None,
            left: None,
            memory: 0,
            rule: 0,
            depth: None,
            nodes: None,
            threads: None,
            given: player.resources(),
            variant: player.game.variant().name,
        }
    }

    /// Takes in a key and its value; what is not known, or no number, is passed over.
    pub(super) fn hear(&mut self, key: &str, value: &str) {
        let Ok(number) = value.parse::<i64>() else { return };
        // Time may be overdrawn; no other key has a meaning below nothing.
        let number = if TIMES.contains(&key) { number.max(0) } else { number };
        let Ok(number) = u64::try_from(number) else { return };
        let time = Duration::from_millis(number);
        match key {
            "timeout_turn" => self.turn = Some(time),
            "timeout_match" => {
                self.match_time = (number > 0).then_some(time);
                self.left = self.match_time;
            }
            "time_left" => self.left = (number < UNLIMITED).then_some(time),
            "max_memory" => self.memory = number,
            "rule" => {
                self.rule = number;
                let known = RULES.iter().find(|(_, bit)| number & bit != 0);
                self.variant = known.map_or("freestyle", |(variant, _)| variant);
            }
            "max_depth" => self.depth = u32::try_from(number).ok().filter(|depth| *depth > 0),
            "max_node" => self.nodes = Some(number).filter(|nodes| *nodes > 0),
            "thread_num" => self.threads = Some((number as usize).clamp(1, processors())),
            _ => {}
        }
    }

    /// The variant that the rule means; the one of the options as long as no rule was announced.
    pub(super) const fn variant(&self) -> &'static str {
        self.variant
    }

    /// Refuses a game that goes on after a five: none does here.
    pub(super) fn check_ends(&self) -> Result<(), String> {
        if self.rule & CONTINUOUS == 0 { Ok(()) } else { Err("continuous games are not played".to_owned()) }
    }

    /// A new game begins, with the whole time of a match.
    pub(super) fn begin(&mut self) {
        self.left = self.match_time;
    }

    /// What a move may take. A turn of no time at all means at once.
    pub(super) fn limits(&self) -> Limits {
        let clock = self.left.map(|left| Clock { left, increment: Duration::ZERO });
        let time = self.turn.map(|turn| turn.max(Duration::from_millis(1)));
        Limits { time, clock, depth: self.depth, nodes: self.nodes, ..Limits::default() }
    }

    /// A move took so long: the manager's `time_left` will say so more exactly.
    pub(super) fn spend(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(time));
    }

    /// What an engine may use that uses so much `now`. What it draws by lot is its own affair.
    pub(super) fn resources(&self, now: Resources) -> Resources {
        let threads = self.threads.unwrap_or(self.given.threads);
        let own = OWN_MEMORY + THREAD_MEMORY * (threads as u64 - 1);
        let allowed = match self.memory {
            0 => u64::MAX,
            memory => memory.saturating_sub(own).max(SMALLEST_TABLE),
        };
        let hash = usize::try_from(allowed).map_or(self.given.hash, |allowed| self.given.hash.min(allowed));
        Resources { hash, threads, ..now }
    }
}

// More threads than these would take time from one another, and from the answer.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocols::gomocup::{Desk, Server};
    use anyply_games::AnyGame;

    #[test]
    fn of_a_match_there_is_left_what_was_said_last_less_what_was_spent_since() {
        let game = AnyGame::open("gomoku", None, None).expect("a game");
        let mut info = Info::new(&Player::new(game, None, Limits::default(), Duration::ZERO, 1));
        let left = |info: &Info| info.limits().clock.map(|clock| clock.left.as_millis());
        assert_eq!(left(&info), None);
        info.hear("timeout_match", "100000");
        info.spend(Duration::from_secs(30));
        assert_eq!(left(&info), Some(70_000));
        for (said, heard) in [("5000", Some(5000)), ("2147483647", None), ("2147483646", Some(2_147_483_646))]
        {
            info.hear("time_left", said);
            assert_eq!(left(&info), heard, "{said}");
        }
        info.begin();
        assert_eq!(left(&info), Some(100_000), "the whole time again");
        info.hear("timeout_match", "0");
        info.begin();
        assert_eq!(left(&info), None);
    }

    #[test]
    fn without_the_memory_that_is_announced_games_go_on_and_the_next_one_asks_again() {
        const SMALL: usize = 1 << 20;
        let game = AnyGame::open("gomoku", None, None).expect("a game");
        let mut player = Player::new(game, None, Limits::default(), Duration::ZERO, 1);
        let small = Resources { hash: SMALL, ..player.resources() };
        player.set_resources(small).expect("there is room");
        let mut server = Server::new(player);
        let mut desk = Desk::open(std::io::empty(), std::io::sink());
        let mut begin = |server: &mut Server, name, size| {
            assert_eq!(server.command(name, size, &mut desk), Ok(Some("OK".to_owned())), "{name}");
        };
        // More than any machine has.
        server.info.given.hash = usize::MAX / 2;
        begin(&mut server, "START", "15");
        server.hear_info("max_memory 0");
        begin(&mut server, "RESTART", "");
        assert_eq!(server.player.resources().hash, SMALL);
        server.info.given.hash = 2 * SMALL;
        server.hear_info("time_left 1000");
        assert_eq!(server.player.resources().hash, SMALL);
        begin(&mut server, "RESTART", "");
        assert_eq!(server.player.resources().hash, 2 * SMALL);
    }
}
