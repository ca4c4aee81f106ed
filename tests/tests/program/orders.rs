//! What a person may type at the prompt of a game beside moves.

use anyply_tests::program::{command, run_in, text};
use anyply_tests::prompt::{answer, board, typed};
use std::fs;

#[test]
fn moves_and_board_show_without_changing() {
    let said = typed(&["othello"], "moves\nboard\nquit\n");
    assert!(answer(&said, 1).contains("Legal moves (4):\n  d3 c4 f5 e6"), "{said}");
    assert_eq!(answer(&said, 1).matches('+').count(), 4, "legal moves are marked: {said}");
    assert_eq!(board(answer(&said, 2)).len(), 8);
    assert!(!answer(&said, 2).contains('+'));
    assert!(said.ends_with("Good bye.\n"), "nothing was played, so nothing is saved: {said}");
}

#[test]
fn turn_shows_the_board_the_other_way_up_from_then_on() {
    for game in ["othello", "gomoku", "dvonn"] {
        let said = typed(&[game, "--depth", "1"], "board\nturn\nboard\nnew\nturn\nquit\n");
        let boards: Vec<_> = (1..=5).map(|number| board(answer(&said, number))).collect();
        let turned: Vec<_> = boards[0].iter().rev().copied().collect();
        assert_ne!(boards[0], turned, "{said}");
        for (shown, expected) in boards.iter().zip([&boards[0], &turned, &turned, &turned, &boards[0]]) {
            assert_eq!(shown, expected, "{said}");
        }
    }
    let moves = typed(&["dvonn", "--variant", "random"], "turn\nmoves\nquit\n");
    assert!(answer(&moves, 2).contains("\n( ) may move\n"), "what signs mean stays below: {moves}");
}

#[test]
fn undo_and_redo_go_from_one_turn_of_the_person_to_another() {
    let said = typed(&["othello", "--depth", "1"], "undo\nf5\nundo\nredo\nredo\nundo\nc4\nredo\nquit\n");
    assert!(answer(&said, 1).contains("there is no move of yours to take back"), "{said}");
    assert!(answer(&said, 3).starts_with("undo\nTaken back: f5 "), "{said}");
    assert!(answer(&said, 3).contains("Black 2, White 2"), "{said}");
    assert!(answer(&said, 4).starts_with("redo\nMade again: f5 "), "{said}");
    assert_eq!(board(answer(&said, 4)), board(answer(&said, 2)), "as it was");
    assert!(answer(&said, 5).contains("there is nothing to make again"), "{said}");
    assert!(
        answer(&said, 8).contains("there is nothing to make again"),
        "another move was made since: {said}"
    );
}

#[test]
fn a_resignation_is_taken_back_by_itself() {
    let said = typed(&["othello", "--depth", "1"], "resign\nundo\nf5\nresign\nundo\nquit\n");
    assert_eq!(said.matches("You resign; the computer wins.").count(), 2, "{said}");
    assert_eq!(said.matches("Taken back: the resignation").count(), 2, "{said}");
    assert!(said.contains("The game is saved"), "with both moves: {said}");
}

#[test]
fn hint_names_a_legal_move_and_why_its_reasons() {
    let said = typed(&["othello", "--depth", "3"], "hint\nwhy\nf5\nwhy\nquit\n");
    let hint = answer(&said, 1).split("Hint: ").nth(1).expect("a hint");
    assert!(["d3", "c4", "f5", "e6"].contains(&&hint[..2]), "{hint}");
    assert!(answer(&said, 2).contains("I have not thought about a move yet."), "{said}");
    let why = answer(&said, 4);
    for reason in
        ["My last move was ", "I looked 3 plies ahead", "On a second look, depth 3", "The evaluator saw"]
    {
        assert!(why.contains(reason), "{reason} in: {why}");
    }
    assert_eq!(why.lines().filter(|line| line.contains(" discs for the computer)")).count(), 4, "{why}");
}

#[test]
fn a_game_tells_what_it_alone_knows() {
    let said = typed(
        &["dvonn", "--variant", "random"],
        "hint tactic 1\nhint areas\nhint tactic 10\nhint weather\nquit\n",
    );
    assert!(answer(&said, 1).contains("tactic 1 for white"), "{said}");
    assert!(answer(&said, 2).contains("area 1: 49 stacks"), "{said}");
    assert!(answer(&said, 3).contains("'10'"), "{said}");
    assert!(answer(&said, 4).contains("unknown hint 'weather' (known: areas, tactic"), "{said}");
    let said = typed(&["othello"], "hint weather\nquit\n");
    assert!(answer(&said, 1).contains("'weather': othello has no topics"), "{said}");
}

#[test]
fn swap_changes_sides_and_the_computer_moves_at_once() {
    let said = typed(&["gomoku", "--level", "1", "--seed", "4"], "swap\nquit\n");
    let swapped = answer(&said, 1);
    assert!(swapped.contains("You are White now.\nThe computer plays "), "{said}");
    assert!(said.contains("Your move, White> quit"), "{said}");
}

#[test]
fn the_level_can_be_asked_and_changed() {
    let said = typed(&["othello", "--level", "2"], "level\nlevel 12\nlevel 13\nlevel hard\nlevel\nquit\n");
    assert!(answer(&said, 1).contains("plays at level 2: 1 ply ahead"), "{said}");
    assert!(answer(&said, 2).contains("plays at level 12: as far as it gets, 10 s a move at most"), "{said}");
    assert!(answer(&said, 3).contains("'13': expected 1 to 12, or auto"), "{said}");
    assert!(answer(&said, 4).contains("'hard': expected 1 to 12, or auto"), "{said}");
    assert!(answer(&said, 5).contains("plays at level 12"), "a refused level changes nothing: {said}");
    // What holds beside it is not the level's.
    let said = typed(&["othello", "--level", "12", "--depth", "2"], "level\nquit\n");
    let beside =
        "plays at level 12 depth 2; the level alone: as far as it gets, 10 s a move at most; 1 to 12";
    assert!(answer(&said, 1).contains(beside), "{said}");
}

#[test]
fn the_level_auto_follows_the_results_into_the_next_run() {
    let home = tempfile::tempdir().expect("a folder");
    let play =
        |lines: &str| text(&run_in(&["play", "othello", "--level", "auto"], lines, home.path()).stdout);
    let first = play("f5\nresign\nn\n");
    assert!(first.contains("(level 5 (auto))"), "{first}");
    assert!(first.contains("The computer's level is 4 from now on."), "{first}");
    assert!(play("quit\n").contains("(level 4 (auto))"));
    // A damaged file is no reason not to play.
    let levels = home.path().join("levels.json");
    fs::write(&levels, "{").expect("written");
    let damaged = play("f5\nresign\nn\n");
    assert!(damaged.contains("(level 5 (auto))") && damaged.contains("is 4 from now on."), "{damaged}");
    assert_eq!(damaged.matches("is not used, and no level is kept: ").count(), 2, "{damaged}");
    assert_eq!(
        fs::read_to_string(&levels).expect("it is there"),
        "{",
        "the levels of other games may be in it"
    );
}

#[test]
fn a_game_counts_once_for_the_level_and_only_if_it_was_played_here() {
    let home = tempfile::tempdir().expect("a folder");
    let four = ["gomoku", "--moves", "a1a15b1c15c1e15d1g15", "--level", "auto"];
    let lines = "e1\nundo\nredo\nundo\nredo\nsave won.ron\nn\n";
    let won = text(&run_in(&[&["play"], &four[..]].concat(), lines, home.path()).stdout);
    assert_eq!(won.matches("You win.").count(), 3, "{won}");
    assert_eq!(won.matches("The computer's level is 6 from now on.").count(), 1, "{won}");
    assert_eq!(won.matches("The computer's level is").count(), 1, "{won}");
    let again = ["play", "--load", "won.ron", "--level", "auto"];
    let read = text(&run_in(&again, "undo\nredo\nn\n", home.path()).stdout);
    assert!(read.contains("You win.") && !read.contains("The computer's level is"), "{read}");
}

#[test]
fn there_are_no_reasons_for_a_move_in_a_game_that_is_over() {
    let said = typed(&["gomoku", "--moves", "a1a15b1c15c1e15d1g15"], "e1\nw\nn\n");
    assert!(said.contains("[Y/n] w\nThe game is over.\n") && !said.contains("second look"), "{said}");
}

#[test]
fn resign_and_new_end_a_game() {
    let said = typed(&["othello", "--level", "1"], "resign\nmaybe\nn\n");
    assert!(said.contains("The game is over. You resign; the computer wins."), "{said}");
    assert!(said.contains("'maybe': expected yes, no"), "{said}");
    let said = typed(&["othello", "--level", "1"], "f5\nnew\nquit\n");
    assert!(answer(&said, 2).contains("The game is saved; go on with: anyply play --load "), "{said}");
    assert!(answer(&said, 2).contains("Black 2, White 2"), "{said}");
}

#[test]
fn a_new_game_begins_where_this_one_did() {
    let start = "---------------------------OX------XO-----X--------------------- O";
    let said = typed(&["othello", "--position", start], "new\nboard\nquit\n");
    assert!(answer(&said, 2).contains(" 6  - - X - - - - -"), "{said}");
}

#[test]
fn another_board_is_drawn_for_a_new_game_though_the_last_was_loaded() {
    let home = tempfile::tempdir().expect("a folder");
    let play = |options: &[&str], lines: &str| {
        text(&run_in(&[&["play"], options].concat(), lines, home.path()).stdout)
    };
    play(&["dvonn", "--variant", "random", "--seed", "7"], "save mine.ron\nquit\n");
    let said = play(&["--load", "mine.ron"], "board\nnew\nboard\nquit\n");
    assert_ne!(board(answer(&said, 1)), board(answer(&said, 3)), "{said}");
}

#[test]
fn help_lists_every_word() {
    let said = typed(&["dvonn"], "help\nquit\n");
    let words = [
        "hint [TOPIC]",
        "undo",
        "redo",
        "moves",
        "board",
        "turn",
        "why",
        "swap",
        "save FILE",
        "load FILE",
        "level [N]",
        "resign",
        "new",
        "help",
        "quit",
        "hint tactic N [SIDE]",
    ];
    for word in words {
        assert!(answer(&said, 1).contains(&format!("\n  {word} ")), "{word} in: {said}");
    }
}

#[test]
fn whatever_is_typed_is_answered_with_one_line_and_the_game_is_untouched() {
    let long = "x".repeat(10_000);
    let lines =
        ["zz", "a1", "f5 d6", "i9", "undo 3", "save", "load", "h", "udno", "\u{1F600}", "pass", "-", &long];
    for line in lines {
        let said = typed(&["othello"], &format!("{line}\nboard\nquit\n"));
        let refused = answer(&said, 1);
        assert_eq!(refused.lines().count(), 2, "the line and its answer: {refused}");
        let told = refused.lines().nth(1).expect("an answer");
        assert!(told.len() < 300, "{told}");
        assert!(told.to_lowercase().contains("expected") || told.contains("could be"), "{told}");
        assert!(answer(&said, 2).contains("Black 2, White 2"), "{said}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused_too() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("typed");
    fs::write(&file, b"\xff\xfe\x00\x1b[2J\nboard\nquit\n").expect("written");
    let stdin = fs::File::open(&file).expect("just written");
    let output = command(&["play", "othello"], home.path()).stdin(stdin).output().expect("it runs");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(said.contains("expected") && !said.contains('\x1b'), "{said}");
}
