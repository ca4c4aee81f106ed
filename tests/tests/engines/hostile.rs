//! Three hundred engines that misbehave: each loses its game with the right reason, the match goes on, and
//! nothing is left of them.

use anyply_tests::program::{command, is_below, objects, peak, text, words};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::Duration;

/// What an engine does, and the faults that this may be called.
const MANNERS: [(&str, &[&str]); 21] = [
    ("silent", &["silence"]),
    ("exits", &["crash"]),
    ("fails", &["crash"]),
    ("aborts", &["crash"]),
    ("leaves-a-child", &["crash"]),
    // Whether there is still something to say to it is by chance.
    ("closes-stdin", &["crash", "silence"]),
    ("floods-stderr", &["silence"]),
    ("refuses", &["refusal"]),
    ("mute", &["time-out"]),
    ("slow", &["time-out"]),
    ("nonsense", &["garbage"]),
    // Whatever it says meanwhile, it is late.
    ("garbage", &["time-out"]),
    ("floods", &["time-out"]),
    ("half-line", &["time-out"]),
    ("long-line", &["time-out"]),
    ("wrong-colour", &["illegal-move"]),
    ("illegal", &["illegal-move"]),
    ("never-ends", &["illegal-move"]),
    ("passes", &["illegal-move"]),
    ("ends", &["crash"]),
    ("crashes", &["crash"]),
];
/// More than jobs: each job goes on after a game that was lost by a fault.
const GAMES_EACH: usize = 8;

// The command lines of running programs that have this word in them.
#[cfg(target_os = "linux")]
fn running(word: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").expect("Linux has it").flatten();
    let lines = processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(word))
        .collect()
}

/// Plays a match against an engine of that manner; the games, and the most memory it took, in bytes, where
/// the system tells.
fn played(game: &str, protocol: &str, manner: &str, mark: &str) -> (Vec<Value>, Option<u64>) {
    let engine = env!("CARGO_BIN_EXE_hostile");
    let hostile = format!("hostile=cmd:{protocol}:'{engine}' {protocol} {manner} {mark}");
    let line = format!(
        "match {game} --player fair=greedy --games {GAMES_EACH} --random-plies 0 --time 100ms --grace 300ms \
         --patience 600ms --jobs 4 --share-cores --hash 1M --json --player"
    );
    let mut arguments = words(&line);
    arguments.push(&hostile);
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut command = command(&arguments, home.path());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let pid = child.id();
    let watch = std::thread::spawn(move || child.wait_with_output().expect("the program ends"));
    let mut most = None;
    while !watch.is_finished() {
        most = most.max(peak(pid));
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = watch.join().expect("it was waited for");
    assert_eq!(output.status.code(), Some(0), "{manner}: {}", text(&output.stderr));
    (objects(&text(&output.stdout)), most)
}

fn each_loses(game: &str, protocol: &str) {
    let mark = format!("mark-{}-{protocol}", std::process::id());
    for (manner, faults) in MANNERS {
        let (lines, memory) = played(game, protocol, manner, &mark);
        let (games, rest): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.get("moves").is_some());
        assert_eq!(games.len(), GAMES_EACH, "{manner}");
        let mut called = BTreeSet::new();
        for game in &games {
            let winner = game["winner"].as_str().expect("somebody wins");
            assert_eq!(game[winner], "fair", "{manner}: {game}");
            called.insert(game["by"].as_str().expect("a reason").to_owned());
            assert!(game["note"].as_str().is_some_and(|note| !note.is_empty()), "{manner}: {game}");
            let transcript = game["transcript"].as_array().expect("what was said is kept");
            assert!((1..=200).contains(&transcript.len()), "{manner}: {game}");
        }
        assert!(
            called.iter().all(|fault| faults.contains(&fault.as_str())),
            "{protocol} {manner}: {called:?}"
        );
        let last = rest.last().expect("a last line");
        assert_eq!(
            (&last["wins"], &last["forfeits"]),
            (&GAMES_EACH.into(), &GAMES_EACH.into()),
            "{manner}: {last}"
        );
        assert!(is_below(memory, 200 << 20), "{manner}: {memory:?} bytes");
    }
    #[cfg(target_os = "linux")]
    assert_eq!(running(&mark), Vec::<String>::new());
}

#[test]
fn hostile_gtp_engines_lose_and_harm_nobody() {
    each_loses("othello", "gtp");
}

#[test]
fn hostile_gomocup_engines_lose_and_harm_nobody() {
    each_loses("gomoku", "gomocup");
}
