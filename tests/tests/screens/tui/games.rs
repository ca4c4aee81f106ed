//! Whole games by keys, and what can be done on the way.

use super::Terminal;
use std::fs;

/// Plays to the end by the two simplest keys: to the next legal place, and there.
fn play_to_the_end(words: &str) -> String {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play(words, home.path());
    terminal.wait_for_any(&["Your move", "to move"]);
    let mut moves = 0;
    loop {
        match terminal.wait_for_any(&["Game over.", "Your move"]) {
            0 => break,
            _ => {
                let before = terminal.text();
                // Dvonn's moves have two places; the cursor goes on where the move does.
                terminal.press("\t\r");
                terminal.wait_until("something happens", |text| text != before);
                moves += 1;
                assert!(moves < 2_000, "the game does not end:\n{}", terminal.text());
            }
        }
    }
    let shown = terminal.text();
    assert!(shown.contains("The game is over."), "{shown}");
    terminal.press("q");
    let (said, status) = terminal.end();
    assert_eq!(status.exit_code(), 0, "{said}");
    assert!(said.contains("Good bye.") && terminal.is_clean(), "{said}");
    assert!(!home.path().join("saves").exists(), "a game that is over is not put away");
    shown
}

/// Side by side, as most of the time passes with looking at what has changed.
#[test]
fn whole_games() {
    let games = [
        ("othello --level 1", "discs"),
        ("gomoku --level 5", "You lose"),
        // Placement first, then moves of two places.
        ("dvonn --level 1", "pieces"),
        ("othello --variant 6x6 --level 2 --color never", "discs"),
    ];
    std::thread::scope(|scope| {
        for (words, counted) in games {
            scope.spawn(move || {
                let shown = play_to_the_end(words);
                assert!(shown.contains(counted), "{shown}");
            });
        }
    });
}

#[test]
fn a_resignation_is_taken_back_by_itself() {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play("othello --level 1", home.path());
    terminal.wait_for("Your move, Black.");
    terminal.press("xy");
    terminal.wait_for("n begins another, u takes back.");
    terminal.press("u");
    terminal.wait_for("Taken back: the resignation");
    terminal.press(":f5\r");
    terminal.wait_for("Moves 2/2");
    terminal.press("xy");
    terminal.wait_for("Game over.");
    terminal.press("u");
    terminal.wait_for("Your move, Black.");
    terminal.wait_for("Moves 2/2");
}

#[test]
fn nobody_gives_up_for_the_computer() {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play("othello --black computer --white computer --time 1h", home.path());
    terminal.wait_for("Thinking...");
    terminal.press("x");
    terminal.wait_for("No person plays here who could give up.");
}

#[test]
fn moves_are_typed_pointed_at_taken_back_and_walked_through() {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play("othello --level 5", home.path());
    terminal.wait_for("Your move, Black.");
    terminal.press(":f5\r");
    terminal.wait_for("Moves 2/2");
    terminal.press("u");
    terminal.wait_for("Taken back: f5");
    // From d4, where the cursor begins, to f5; arrows and letters.
    terminal.press("\x1b[C\x1b[Cj\r");
    terminal.wait_for("Moves 2/2");
    terminal.press("[[");
    terminal.wait_for("After 0 of 2 moves");
    terminal.press("\x1b[F");
    terminal.wait_for("Moves 2/2");
    // The computer has Black now, and moves.
    terminal.press("w");
    terminal.wait_for("Moves 3/3");
    terminal.press("s");
    terminal.press("game.ron\r");
    terminal.wait_for("The game is saved in game.ron");
    assert!(fs::read_to_string(home.path().join("game.ron")).expect("a file").contains("\"f5\""));
    terminal.press("n\x1b[C\r");
    terminal.wait_for("Gomoku, freestyle");
    terminal.press("?");
    terminal.wait_for("walk through the moves");
    terminal.press("?q");
    let (said, status) = terminal.end();
    assert_eq!(status.exit_code(), 0, "{said}");
}

#[test]
fn a_click_makes_a_move() {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play("gomoku --level 3 --color never", home.path());
    terminal.wait_for("Your move, Black.");
    let shown = terminal.text();
    let row = shown.lines().position(|line| line.starts_with(" 8 ")).expect("the eighth row");
    let head = shown.lines().find(|line| line.contains("a b c d")).expect("the letters");
    let column = head.find('h').expect("a column");
    // The mouse's button 0 goes down, cells counted from 1.
    terminal.press(&format!("\x1b[<0;{};{}M", column + 1, row + 1));
    terminal.wait_for("1 X h8");
    terminal.wait_for("Moves 2/2");
}

#[test]
fn analysis_is_live_while_the_screen_is_used() {
    let home = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::play("gomoku --level 3", home.path());
    terminal.wait_for("Your move, Black.");
    terminal.press("a");
    terminal.wait_for("Analysis, for Black");
    terminal.wait_until("a depth", |text| text.contains("depth ") && text.contains(" nodes "));
    terminal.press(":h8\r");
    terminal.wait_for("Analysis, for White");
    terminal.press("a");
    terminal.wait_for("Moves 2/2");
}
