//! What a person may type at the prompt of a game beside moves, and the games kept in files.

use anyply_framework::Record;
use anyply_tests::program::{command, refused, run, run_in, text, words};
use std::fs;
use std::path::Path;

/// Everything printed when these lines are typed at the prompt of a game.
fn typed(arguments: &[&str], lines: &str) -> String {
    let output = run(&[&["play"], arguments].concat(), lines);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

/// The answer to the order that was typed at the `number`th prompt.
fn answer(said: &str, number: usize) -> &str {
    let rest = said.split("> ").nth(number).unwrap_or_else(|| panic!("fewer than {number} prompts: {said}"));
    rest.rsplit_once("Your move, ").map_or(rest, |(answer, _)| answer)
}

fn board(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit())).collect()
}

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
fn a_resigned_game_that_was_saved_is_over() {
    let home = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str], lines: &str| text(&run_in(arguments, lines, home.path()).stdout);
    run(&["play", "othello", "--level", "1"], "f5\nresign\nsave r.ron\nn\n");
    let over = "The game is over. You resign; the computer wins.";
    assert!(run(&["play", "--load", "r.ron"], "n\n").contains(over));
    let said = run(&["play", "othello"], "load r.ron\nu\nquit\n");
    assert!(said.contains(over) && said.contains("u\nTaken back: the resignation"), "{said}");
    assert!(said.contains("The game is saved"), "{said}");
}

#[test]
fn there_are_no_reasons_for_a_move_in_a_game_that_is_over() {
    let said = typed(&["gomoku", "--moves", "a1a15b1c15c1e15d1g15"], "e1\nw\nn\n");
    assert!(said.contains("[Y/n] w\nThe game is over.\n") && !said.contains("second look"), "{said}");
}

#[test]
fn the_time_that_a_person_takes_is_recorded() {
    let home = tempfile::tempdir().expect("a folder");
    run_in(&["play", "othello", "--level", "1"], "f5\nsave a.ron\nquit\n", home.path());
    let saved = fs::read_to_string(home.path().join("a.ron")).expect("saved");
    let record = Record::from_text("a.ron", &saved).expect("a saved game");
    assert!(record.moves[0].seconds > 0.0, "{saved}");
}

#[test]
fn a_game_is_not_saved_under_a_name_of_another_format() {
    let home = tempfile::tempdir().expect("a folder");
    let lines = "f5\nsave a.sgf\nsave a.TXT\nsave a.game\nquit\n";
    let said = text(&run_in(&["play", "othello", "--level", "1"], lines, home.path()).stdout);
    for (name, ending) in [("a.sgf", ".sgf"), ("a.TXT", ".txt")] {
        let told = format!(
            "'{name}' ends in {ending}: a saved game is .ron; `anyply convert` makes a {ending} of it"
        );
        assert!(said.contains(&told) && !home.path().join(name).exists(), "{said}");
    }
    assert!(said.contains("The game is saved in a.game.") && home.path().join("a.game").is_file(), "{said}");
    // What cannot be made of it is not advised.
    for (game, ending) in [("dvonn", "sgf"), ("gomoku", "wtb"), ("gomoku --position h8i9", "txt")] {
        let line = format!("{game} --black human --white human");
        let said = typed(&words(&line), &format!("save none.{ending}\nquit\n"));
        let told = format!("'none.{ending}' ends in .{ending}: a saved game is .ron");
        assert!(said.lines().any(|line| line == told), "{said}");
    }
}

/// Nobody can write there.
#[cfg(target_os = "linux")]
#[test]
fn a_game_that_cannot_be_saved_is_not_left_unasked() {
    let nowhere = Path::new("/proc");
    let home = tempfile::tempdir().expect("a folder");
    let play = |lines: &str| {
        fs::write(home.path().join("typed"), lines).expect("written");
        let stdin = fs::File::open(home.path().join("typed")).expect("just written");
        let mut command = command(&["play", "othello", "--level", "1"], &nowhere.join("none"));
        let output = command.current_dir(nowhere).env("TMPDIR", nowhere).stdin(stdin).output();
        let output = output.expect("it runs");
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    for leaving in ["", "quit\n", "quit\nquit\n", "new\n"] {
        let (code, said, error) = play(&format!("f5\n{leaving}"));
        assert_eq!(code, Some(1), "{leaving}: {said}");
        assert!(error.starts_with("error: cannot save the game in '"), "{leaving}: {error}");
        assert_eq!(error.lines().count(), 1, "{leaving}: {error}");
        let refused = said.contains("save FILE saves it elsewhere");
        assert_eq!(refused, !leaving.is_empty(), "{leaving}: {said}");
    }
    let mut auto = command(&["play", "othello", "--level", "auto"], &nowhere.join("none"));
    fs::write(home.path().join("typed"), "f5\nresign\nn\n").expect("written");
    let stdin = fs::File::open(home.path().join("typed")).expect("just written");
    let said = text(&auto.stdin(stdin).output().expect("it runs").stdout);
    let problem = "cannot write '/proc/none/levels.json': there is no folder '/proc/none'";
    assert!(said.contains(&format!("the level cannot be kept: {problem}")), "{said}");
    let elsewhere = home.path().join("a.ron");
    let (code, said, error) = play(&format!("f5\nnew\nsave {}\nquit\n", elsewhere.display()));
    assert_eq!((code, error.as_str()), (Some(0), ""), "{said}");
    assert!(said.contains("The game is saved; go on with: ") && elsewhere.is_file(), "{said}");
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
fn a_finished_game_can_be_saved_or_taken_back() {
    let five = "h8\na1\nh9\na2\nh10\na3\nh12\na4\nh11\n";
    let home = tempfile::tempdir().expect("a folder");
    let arguments = ["play", "gomoku", "--black", "human", "--white", "human"];
    let said = text(&run_in(&arguments, &format!("{five}save five.ron\nundo\nquit\n"), home.path()).stdout);
    assert!(said.contains("Another game? [Y/n] save five.ron\nThe game is saved in five.ron."), "{said}");
    assert!(said.contains("Another game? [Y/n] undo\nTaken back: h11"), "{said}");
    let told = "You can still type undo, why or save FILE.\nAnother game? [Y/n] save";
    assert!(said.contains(told) && said.matches("You can still type").count() == 1, "{said}");
    assert!(said.contains("Black to move> quit"), "{said}");
    let resumed = text(&run_in(&["play", "--load", "five.ron"], "n\n", home.path()).stdout);
    assert!(resumed.contains("The game is over. Black wins."), "{resumed}");
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

#[test]
fn a_game_is_saved_where_one_says_and_loaded_again() {
    let home = tempfile::tempdir().expect("a folder");
    let first = text(
        &run_in(
            &["play", "dvonn", "--level", "1", "--seed", "1"],
            "c3\nsave a.ron\nb2\nsave a.ron\nboard\nquit\n",
            home.path(),
        )
        .stdout,
    );
    assert!(answer(&first, 2).contains("The game is saved in a.ron."), "{first}");
    assert!(answer(&first, 4).contains("The game is saved in a.ron, over what was there."), "{first}");
    assert!(
        first.ends_with("The game is saved; go on with: anyply play --load a.ron\n"),
        "not twice: {first}"
    );

    let resumed = text(&run_in(&["play", "--load", "a.ron"], "board\nundo\nquit\n", home.path()).stdout);
    assert!(resumed.starts_with("Dvonn, full."), "{resumed}");
    assert!(resumed.contains("(level 1)"), "the strength is kept too: {resumed}");
    assert_eq!(board(answer(&resumed, 1)), board(answer(&first, 5)));
    assert!(answer(&resumed, 2).contains("Taken back: "), "{resumed}");

    let within =
        text(&run_in(&["play", "dvonn", "--seed", "9"], "d2\nload a.ron\nboard\nquit\n", home.path()).stdout);
    assert!(answer(&within, 2).contains("The game you leave is saved; go on with: "), "{within}");
    assert_eq!(board(answer(&within, 3)), board(answer(&first, 5)));
}

#[test]
fn a_load_that_fails_leaves_the_game_as_it_was() {
    let home = tempfile::tempdir().expect("a folder");
    run_in(&["play", "gomoku"], "h8\nsave five.ron\nquit\n", home.path());
    run_in(&["play", "othello", "--variant", "6x6", "--level", "1"], "c2\nsave six.ron\nquit\n", home.path());
    let lines = "load nowhere.ron\nload five.ron\nload six.ron\nboard\nquit\n";
    let said = text(&run_in(&["play", "othello", "--moves", "f5"], lines, home.path()).stdout);
    assert!(answer(&said, 1).contains("cannot read 'nowhere.ron'"), "{said}");
    for (number, file, rules) in [(2, "five.ron", "gomoku freestyle 15x15"), (3, "six.ron", "othello 6x6")] {
        let told =
            format!("{file} is a saved game of '{rules}'; go on with it by: anyply play --load {file}");
        assert!(answer(&said, number).contains(&told), "{said}");
    }
    assert!(answer(&said, 4).contains("Black 4, White 1"), "{said}");
}

#[test]
fn the_printed_command_goes_on_with_a_game_that_was_left() {
    // Both ways of leaving: the word, and a script that just ends.
    for lines in ["f5\nquit\n", "f5\n"] {
        let home = tempfile::tempdir().expect("a folder");
        let left = run_in(&["play", "othello", "--level", "1", "--seed", "1"], lines, home.path());
        let said = text(&left.stdout);
        let file = said.trim_end().rsplit_once("anyply play --load ").expect("the command").1;
        assert!(Path::new(file).starts_with(home.path().join("saves")), "{file}");
        let resumed = text(&run_in(&["play", "--load", file], "quit\n", home.path()).stdout);
        let before = &board(&said)[8..];
        assert_eq!(board(&resumed), before, "{said}\n{resumed}");
        assert!(resumed.ends_with(&format!("anyply play --load {file}\n")), "it is there already: {resumed}");
    }
}

#[test]
fn a_damaged_save_is_refused_with_the_place() {
    let home = tempfile::tempdir().expect("a folder");
    run_in(&["play", "othello", "--level", "1", "--seed", "1"], "f5\nsave whole.ron\nquit\n", home.path());
    let whole = fs::read_to_string(home.path().join("whole.ron")).expect("saved");
    let lines = whole.lines().count();
    let half = whole.lines().take(lines / 2).collect::<Vec<_>>().join("\n");
    let damages: [(&str, String, &str); 8] = [
        ("empty", String::new(), "bad.ron:1:1:"),
        ("truncated", half, &format!("bad.ron:{}:", lines / 2)),
        ("an illegal move", whole.replacen("\"f5\"", "\"f6\"", 1), "move 1: 'f6'"),
        ("another legal move", whole.replacen("\"f5\"", "\"d3\"", 1), "move"),
        ("another end", whole.replacen("end: \"--", "end: \"X-", 1), "field end"),
        ("another start", whole.replacen("start: \"--", "start: \"Q-", 1), "field start"),
        ("an unknown field", whole.replacen("  game:", "  gaem:", 1), "bad.ron:3:3:"),
        ("a later version", whole.replacen("record: 1", "record: 9", 1), "'9'"),
    ];
    for (damage, content, place) in damages {
        assert_ne!(content, whole, "{damage}");
        fs::write(home.path().join("bad.ron"), content).expect("written");
        for line in ["play --load bad.ron", "moves othello --file bad.ron"] {
            refused(line, home.path(), 1, &["bad.ron", place]);
        }
    }
}
