//! However it ends, the game is kept and the terminal is as it was.

use super::Terminal;
use anyply_tests::program::{AT_ONCE, refused, run_in, text};
use anyply_tests::random;
use rand::RngExt;
use std::fs;
use std::path::Path;
use std::time::Instant;

fn saved(said: &str, home: &Path) -> bool {
    said.contains("The game is saved; go on with:")
        && home.join("saves").read_dir().is_ok_and(|mut files| files.next().is_some())
}

fn begun(home: &Path) -> Terminal {
    let mut terminal = Terminal::play("othello --level 1", home);
    terminal.wait_for("Your move, Black.");
    assert!(!terminal.is_clean(), "the screen is the game's");
    terminal.press(":f5\r");
    terminal.wait_for("Moves 2/2");
    terminal
}

#[test]
fn ctrl_c_and_signals_keep_the_game_and_leave_the_terminal_clean() {
    for how in ["key", "INT", "TERM", "HUP"] {
        let home = tempfile::tempdir().expect("a folder");
        let mut terminal = begun(home.path());
        match how {
            "key" => terminal.press("\x03"),
            signal => terminal.signal(signal),
        }
        let (said, status) = terminal.end();
        assert_eq!(status.exit_code(), 130, "{how}: {said}");
        assert!(saved(&said, home.path()), "{how}: {said}");
        assert!(terminal.is_clean(), "{how}: {said}");
    }
}

#[test]
fn the_computer_is_interrupted_in_its_thoughts() {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play("othello --time 1h", home.path());
    terminal.wait_for("Your move, Black.");
    terminal.press(":f5\r");
    terminal.wait_for("Thinking...");
    terminal.wait_for("depth");
    terminal.press(".");
    terminal.wait_for("The computer plays");
    terminal.press(":c4\r:x\x1b");
    terminal.press("\x03");
    let began = Instant::now();
    let (said, status) = terminal.end();
    assert_eq!(status.exit_code(), 130, "{said}");
    assert!(began.elapsed() < AT_ONCE);
}

#[test]
fn a_game_that_is_left_can_be_gone_on_with() {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal = begun(home.path());
    terminal.press("q");
    let (said, status) = terminal.end();
    assert_eq!(status.exit_code(), 0, "{said}");
    assert!(saved(&said, home.path()) && terminal.is_clean(), "{said}");
    let file =
        home.path().join("saves").read_dir().expect("a folder").next().expect("a file").expect("readable");
    let terminal = Terminal::play(&format!("--load {}", file.path().display()), home.path());
    terminal.wait_for("Moves 2/2");
    terminal.wait_for("level 1");
}

/// Keys come one by one and unseen while the screen is the game's; afterwards the terminal cooks lines again.
#[test]
fn the_terminal_is_as_it_was() {
    let home = tempfile::tempdir().expect("a folder");
    let script =
        "stty -a > before; \"$ANYPLY\" play gomoku --tui; stty -a > after; cmp before after && echo same";
    let mut terminal = Terminal::script(script, home.path());
    terminal.wait_for("Your move, Black.");
    terminal.press("q");
    let (said, _) = terminal.end();
    assert!(said.contains("same") && terminal.is_clean(), "{said}");
}

#[test]
fn it_takes_whatever_size_the_terminal_has() {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play("dvonn --variant random", home.path());
    terminal.wait_for("Your move, White.");
    terminal.resize(30, 8);
    terminal.wait_for("Too small");
    terminal.resize(132, 50);
    terminal.wait_for(".-' '-.");
    terminal.resize(56, 24);
    terminal.wait_until("the board alone", |text| text.contains("|") && !text.contains("Moves"));
    terminal.resize(80, 24);
    terminal.wait_for("Moves 0/0");
    assert!(terminal.is_running());
}

/// Something else may have written on it: Ctrl-L draws everything again, also what the program believes to be
/// there.
#[test]
fn ctrl_l_draws_it_anew() {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal = begun(home.path());
    terminal.scribble("\x1b[2JMail has come.");
    assert!(!terminal.text().contains("Moves 2/2"));
    terminal.press("\x0c");
    terminal.wait_until("all of it", |text| text.contains("Moves 2/2") && !text.contains("Mail"));
    terminal.press("u");
    terminal.wait_for("Moves 0/0");
}

#[test]
fn no_keys_break_it() {
    for (seed, game) in (1..).zip(["othello", "gomoku", "dvonn"]) {
        let home = tempfile::tempdir().expect("a folder");
        let mut terminal = Terminal::play(&format!("{game} --level 1"), home.path());
        terminal.wait_for("Your move");
        let mut random = random(seed);
        for _ in 0..300 {
            // Whatever a keyboard and a mouse send, and much that they never do; q would end it too soon.
            let some: String = (0..8).map(|_| char::from(random.random_range(1..127))).collect();
            let sequences =
                ["\x1b[A", "\x1b[5~", "\x1b[<0;20;10M", "\x1b[200~f5\x1b[201~", "\x1b", "\t\r", "\u{fffd}"];
            let sequence = sequences[random.random_range(0..sequences.len())];
            terminal.press(&(some.replace(['q', '\x03'], "") + sequence));
        }
        if !terminal.is_running() {
            let (said, status) = terminal.end();
            // A line may have been typed that means to leave.
            assert!(status.success(), "{game}: {said}");
            continue;
        }
        // A key, for it comes after the others: a signal would leave some to a terminal that makes signals of
        // keys, and echoes them.
        terminal.press("\x1b\x03");
        let (said, status) = terminal.end();
        assert_eq!(status.exit_code(), 130, "{game}: {said}");
        assert!(terminal.is_clean() && !said.contains("fault"), "{game}: {said}");
    }
}

#[test]
fn without_a_terminal_it_says_so() {
    let home = tempfile::tempdir().expect("a folder");
    refused("play othello --tui", home.path(), 2, &["--tui", "terminal"]);
    let output = run_in(&["play", "--help"], "", home.path());
    assert!(text(&output.stdout).contains("--tui"));
}

#[test]
fn another_program_plays_at_the_full_screen_and_goes_with_it() {
    let home = tempfile::tempdir().expect("a folder");
    let script = "exec \"$ANYPLY\" play othello --tui --white \"cmd:gtp:sh -c 'echo \\$\\$ > pid; exec $ANYPLY engine gtp --depth 2'\"";
    let mut terminal = Terminal::script(script, home.path());
    terminal.wait_for("Your move, Black.");
    terminal.press(":f5\r");
    terminal.wait_for("The program plays");
    terminal.wait_for("Moves 2/2");
    terminal.press("u");
    terminal.wait_for("Taken back: f5");
    terminal.press(":f5\r");
    terminal.wait_for("Moves 2/2");
    let pid = fs::read_to_string(home.path().join("pid")).expect("it was started");
    let lives = || Path::new("/proc").join(pid.trim()).exists();
    assert!(lives() || !cfg!(target_os = "linux"));
    terminal.press("q");
    let (said, status) = terminal.end();
    assert_eq!(status.exit_code(), 0, "{said}");
    assert!(saved(&said, home.path()) && terminal.is_clean(), "{said}");
    let began = Instant::now();
    while lives() {
        assert!(began.elapsed() < AT_ONCE, "it is still there");
    }
}

#[test]
fn no_way_round_takes_back_what_a_program_cannot_be_told() {
    let home = tempfile::tempdir().expect("a folder");
    let script =
        "exec \"$ANYPLY\" play dvonn --tui --seed 1 --black \"cmd:codecup:$ANYPLY engine codecup --depth 1\"";
    let mut terminal = Terminal::script(script, home.path());
    terminal.wait_for("Your move, White.");
    terminal.press("\t\r");
    terminal.wait_for("The program plays");
    terminal.wait_for("Your move, White.");
    // The last: a move made for the program.
    for keys in ["u", "[[g", "\x1b[Fau", "\t\r\t\r"] {
        terminal.press(keys);
        terminal.wait_for("its protocol has no words for it");
        terminal.press("Z");
        terminal.wait_for("not a key");
    }
    terminal.wait_for("Moves 3/3");
}

#[test]
fn a_program_that_fails_twice_has_given_up() {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play("othello --white cmd:gtp:true", home.path());
    terminal.wait_for("Your move, Black.");
    terminal.press(":f5\r");
    terminal.wait_for("that counts as giving up");
    terminal.wait_for("Game over.");
    terminal.press("q");
    assert!(terminal.end().1.success());
}
