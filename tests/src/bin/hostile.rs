//! An engine that misbehaves: `hostile PROTOCOL MANNER`. It gets ready as the protocol asks, unless its
//! manner is not even to do that, and goes wrong where its first move is due.

use std::io::{self, BufRead, Write};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, protocol, manner, ..] = &arguments[..] else { exit(2) };
    at_once(manner);
    // The square of the last move it was told, which is taken.
    let mut taken = if protocol == "gtp" { "e3".to_owned() } else { "7,7".to_owned() };
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        // GTP commands may have numbers, which need not be given back.
        let number = |c: char| protocol == "gtp" && (c.is_ascii_digit() || c == ' ');
        let line = line.trim_start_matches(number);
        let name = line.split_whitespace().next().unwrap_or("").to_lowercase();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["play", _, square] | ["TURN", square] => square.clone_into(&mut taken),
            [stone] if stone.matches(',').count() == 2 => taken = stone[..stone.len() - 2].to_owned(),
            _ => {}
        }
        match (protocol.as_str(), name.as_str()) {
            ("gtp", "genmove") | ("gomocup", "begin" | "turn" | "done") => {
                misbehave(protocol, manner, &taken)
            }
            (_, _) if manner == "refuses" => say(if protocol == "gtp" { "? no\n" } else { "ERROR no" }),
            ("gtp", "quit") | ("gomocup", "end") if manner != "never-ends" => return,
            ("gtp", _) => say("=\n"),
            ("gomocup", "start" | "restart") => say("OK"),
            _ => {}
        }
    }
    if manner == "never-ends" {
        forever();
    }
}

fn say(line: &str) {
    let mut out = io::stdout();
    // Who listens no more is no reason to end.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn forever() -> ! {
    loop {
        sleep(Duration::from_secs(1000));
    }
}

// What some do before they have heard anything.
fn at_once(manner: &str) {
    match manner {
        "exits" => exit(0),
        "fails" => exit(3),
        "aborts" => std::process::abort(),
        "silent" => forever(),
        "leaves-a-child" => {
            // With the same words in its command line, so that it can be looked for.
            let own = std::env::current_exe().expect("a program knows where it is");
            let child = Command::new(own)
                .args(std::env::args().skip(1).map(|word| word.replace("leaves-a-child", "silent")))
                .spawn();
            drop(child);
            exit(0);
        }
        "closes-stdin" => {
            close_stdin();
            forever();
        }
        "floods-stderr" => loop {
            let _ = writeln!(io::stderr(), "{}", "e".repeat(1 << 16));
        },
        _ => {}
    }
}

#[cfg(unix)]
fn close_stdin() {
    use std::os::fd::{FromRawFd, OwnedFd};
    // SAFETY: nothing in this program uses stdin from here on.
    drop(unsafe { OwnedFd::from_raw_fd(0) });
}

#[cfg(not(unix))]
fn close_stdin() {
    exit(0);
}

// Where a move is due.
fn misbehave(protocol: &str, manner: &str, taken: &str) {
    let gtp = protocol == "gtp";
    let answer = |gtp_text: &str, gomocup: &str| {
        say(&if gtp { format!("= {gtp_text}\n") } else { gomocup.to_owned() });
    };
    match manner {
        "mute" => forever(),
        "slow" => {
            sleep(Duration::from_secs(5));
            answer("d3", "7,6");
        }
        "garbage" => loop {
            say("\u{fffd}\u{1}%$ what? 12 monkeys {}");
            sleep(Duration::from_millis(1));
        },
        "floods" => loop {
            say("x");
        },
        "half-line" => {
            let _ = write!(io::stdout(), "{}", if gtp { "= d" } else { "7," });
            let _ = io::stdout().flush();
            forever();
        }
        "long-line" => {
            let block = vec![b'z'; 1 << 20];
            for _ in 0..100 {
                let _ = io::stdout().write_all(&block);
            }
            say("");
            forever();
        }
        // Onto what the other side has just played; where there is nothing, a move that only the other side
        // has.
        "wrong-colour" => answer(taken, taken),
        "nonsense" => answer("hello, world", "over,there"),
        "illegal" | "never-ends" => answer("a1", "99,0"),
        "passes" => answer("pass", "225,225"),
        "ends" => exit(0),
        "crashes" => std::process::abort(),
        _ => exit(2),
    }
}
