//! The server under test, on a port of its own, with a folder of its own.

use crate::http::{self, Answer, Events};
use anyply_tests::program::Running;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// KiB that whatever is asked of it must not take.
pub(crate) const MEMORY: u64 = 300 << 10;

/// A server that runs.
pub(crate) struct Server {
    pub(crate) running: Running,
    pub(crate) address: SocketAddr,
    /// What it printed.
    pub(crate) link: String,
    _home: Option<TempDir>,
}

impl Server {
    /// Starts one in an empty home.
    pub(crate) fn start() -> Self {
        let home = tempfile::tempdir().expect("a folder");
        Self { _home: None, ..Self::start_in(home.path(), &[]) }.keeping(home)
    }

    /// Starts one in that home, with more options.
    pub(crate) fn start_in(home: &Path, options: &[&str]) -> Self {
        Self::start_at(0, home, options)
    }

    /// Starts one at that port; at 0 for a free one.
    pub(crate) fn start_at(port: u16, home: &Path, options: &[&str]) -> Self {
        let mut running = Running::start(&[&["serve", "--port", &port.to_string()], options].concat(), home);
        let said = running.hear_until(&["\n"]);
        let link = said.trim().rsplit(' ').next().expect("it says where it is").to_owned();
        let port = link.split([':', '/']).nth(4).and_then(|port| port.parse().ok()).expect(&said);
        Self { running, address: SocketAddr::from(([127, 0, 0, 1], port)), link, _home: None }
    }

    fn keeping(mut self, home: TempDir) -> Self {
        self._home = Some(home);
        self
    }

    /// The KiB that it has taken at most so far, where the system tells.
    pub(crate) fn most_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.running.id())).ok()?;
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok())
    }

    /// What is found at a path.
    pub(crate) fn get(&self, path: &str) -> Answer {
        http::ask(self.address, "GET", path, &[], &[]).expect("an answer")
    }

    /// What is answered to JSON.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        http::json(self.address, "POST", path, body).expect("an answer")
    }

    /// What is answered to a file.
    pub(crate) fn upload(&self, path: &str, bytes: &[u8]) -> Answer {
        let kind = ("content-type", "application/octet-stream");
        http::ask(self.address, "POST", path, &[kind], bytes).expect("an answer")
    }

    /// Begins a game.
    pub(crate) fn begin(&self, wanted: &Value) -> Game<'_> {
        let answer = self.post("/api/games", wanted);
        assert_eq!(answer.status, 200, "{wanted}: {}", answer.text());
        let id = answer.json()["id"].as_str().expect("an id").to_owned();
        Game { server: self, id }
    }

    /// Begins a game between two.
    pub(crate) fn between(&self, game: &str, black: &str, white: &str, strength: &str) -> Game<'_> {
        self.begin(&json!({ "game": game, "black": black, "white": white, "strength": strength }))
    }
}

/// A game on a server.
pub(crate) struct Game<'a> {
    pub(crate) server: &'a Server,
    pub(crate) id: String,
}

impl Game<'_> {
    /// Where it is found.
    pub(crate) fn path(&self) -> String {
        format!("/api/games/{}", self.id)
    }

    /// How it stands.
    pub(crate) fn state(&self) -> Value {
        let answer = self.server.get(&self.path());
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    /// What is answered to an order.
    pub(crate) fn try_order(&self, order: &Value) -> Answer {
        self.server.post(&self.path(), order)
    }

    /// An order that must be carried out.
    pub(crate) fn order(&self, order: &Value) -> Value {
        let answer = self.try_order(order);
        assert_eq!(answer.status, 200, "{order}: {}", answer.text());
        answer.json()
    }

    /// Makes a move.
    pub(crate) fn play(&self, text: &str) -> Value {
        self.order(&json!({ "do": "move", "text": text }))
    }

    /// Waits until it stands so.
    pub(crate) fn wait(&self, fits: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let state = self.state();
            if fits(&state) {
                return state;
            }
            assert!(began.elapsed() < http::PATIENCE, "it never came to that: {state}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Hears of it.
    pub(crate) fn listen(&self) -> Events {
        Events::listen(self.server.address, &format!("{}/events", self.path())).expect("events")
    }
}

/// The moves of a game, in its notation.
pub(crate) fn moves(state: &Value) -> Vec<String> {
    let moves = state["moves"].as_array().expect("moves");
    moves.iter().map(|mv| mv[1].as_str().expect("a move").to_owned()).collect()
}

/// The legal moves.
pub(crate) fn legal(state: &Value) -> Vec<String> {
    let legal = state["board"]["legal"].as_array().expect("moves");
    legal.iter().map(|mv| mv["text"].as_str().expect("a move").to_owned()).collect()
}
