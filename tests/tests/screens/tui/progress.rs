//! What is told on the way, and moves with it.

use super::Terminal;
use std::fs;

/// It stands below what is printed, and counts as that does.
#[test]
fn the_progress_of_solve_keeps_out_of_the_way() {
    let home = tempfile::tempdir().expect("a folder");
    let start = "---------------------------OX------XO--------------------------- X";
    fs::write(home.path().join("a.obf"), format!("XO\nXO\nXO\n{start}\n")).expect("written");
    let mut terminal = Terminal::script("$ANYPLY solve othello --file a.obf --time 1s", home.path());
    terminal.wait_for("position 4 of 4: ");
    let (said, _) = terminal.end();
    let begins = |text: &str| said.lines().filter(|line| line.starts_with(text)).count();
    assert_eq!((begins("a.obf:"), begins("   #   score"), begins("   4       ?")), (3, 1, 1), "{said}");
    assert!(!said.contains("position 4"), "{said}");
}
