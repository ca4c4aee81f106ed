//! Programs of others: clients that drive `anyply engine`, and an engine to play against. Where one is not
//! installed, its test says so and is passed over.

use anyply_games::{AnyGame, TextGame};
use anyply_tests::others::{installed, passed_over};
use anyply_tests::program::path;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A GTP engine of whatever make.
struct Gtp {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Gtp {
    fn start(mut command: Command) -> Self {
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = spawned.expect("the program starts");
        let stdin = child.stdin.take().expect("piped");
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { child, stdin, lines }
    }

    fn asked(&mut self, command: &str) -> String {
        writeln!(self.stdin, "{command}").expect("the engine reads");
        let mut answer = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60));
            let line = line.unwrap_or_else(|_| panic!("{command}: no answer"));
            if line.is_empty() && !answer.is_empty() {
                break;
            }
            answer.extend((!line.is_empty()).then_some(line));
        }
        let answer = answer.join("\n");
        answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}")).trim().to_lowercase()
    }
}

impl Drop for Gtp {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn rhino() -> Option<Gtp> {
    let program = installed(&["gtp-rhino"], "Debian: grhino")?;
    Some(Gtp::start(Command::new(program)))
}

fn own() -> Gtp {
    let mut command = Command::new(path());
    command.args(["engine", "gtp", "--nodes", "500", "--hash", "1M"]);
    Gtp::start(command)
}

#[test]
fn gtp_rhino_and_anyply_play_each_other_by_the_same_rules() {
    for own_is_black in [true, false] {
        let Some(rhino) = rhino() else { return };
        let mut players = if own_is_black { [own(), rhino] } else { [rhino, own()] };
        for player in &mut players {
            player.asked("boardsize 8");
            player.asked("clear_board");
        }
        let mut game = AnyGame::open("othello", None, None).unwrap();
        while game.outcome().is_none() {
            let side = game.side();
            let mv = players[side.index()].asked(&format!("genmove {side}"));
            let mv = game.play_text(&mv).unwrap_or_else(|problem| panic!("{side}: {problem}"));
            // Neither needs to be told of a pass, and gtp-rhino does not know the word.
            if mv != "pass" {
                players[1 - side.index()].asked(&format!("play {side} {mv}"));
            }
        }
        let own = usize::from(!own_is_black);
        let outcome = game.outcome().unwrap();
        let winner = outcome.winner.map_or(String::new(), |winner| winner.name()[..1].to_lowercase());
        assert!(players[own].asked("final_score").starts_with(&winner));
    }
}

const CLIENT: &str = "
import sys
from pygomo import EngineClient
with EngineClient(sys.argv[1]) as engine:
    assert engine.start(15)
    first = engine.begin().move
    second = engine.turn('a1').move
    print(first, second)
    assert first != second
    engine.quit()
";

#[cfg(unix)]
#[test]
fn pygomo_drives_the_gomocup_engine() {
    use std::os::unix::fs::PermissionsExt;
    let known = Command::new("python3").args(["-c", "import pygomo"]).stderr(Stdio::null()).status();
    if !known.is_ok_and(|status| status.success()) {
        passed_over("pygomo-lib", "PyPI: pygomo-lib");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    // It starts a program without arguments.
    let script = home.path().join("engine.sh");
    let engine = format!("#!/bin/sh\nexec '{}' engine gomocup --nodes 500 --hash 1M\n", path().display());
    std::fs::write(&script, engine).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new("python3").args(["-c", CLIENT]).arg(&script).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.split_whitespace().count() == 2, "{printed}");
}
