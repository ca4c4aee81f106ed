//! Openings by swap at the table: who puts what, who chooses, and that nothing wrong gets through.

use anyply_tests::program::{all_refused, refused, run, run_in, text};
use std::path::Path;

/// What the computer sees as won for Black, and for White, whoever moves next.
const FOR_BLACK: &str = "h8\na1\nh9\n";
const FOR_WHITE: &str = "a1\nh8\no15\n";

/// Everything printed when these lines are typed.
fn typed(arguments: &[&str], lines: &str) -> String {
    let home = tempfile::tempdir().expect("a temporary folder");
    typed_in(arguments, lines, home.path())
}

fn typed_in(arguments: &[&str], lines: &str, home: &Path) -> String {
    let output = run_in(&[&["play", "--depth", "3", "--seed", "4"], arguments].concat(), lines, home);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    text(&output.stdout)
}

/// The questions asked, in their order, each with what was typed.
fn prompts(said: &str) -> Vec<&str> {
    said.lines().filter(|line| line.contains("> ")).collect()
}

/// The moves that the computer says it makes.
fn computers(said: &str) -> Vec<&str> {
    said.split("The computer plays ").skip(1).map(|rest| rest.split(' ').next().unwrap_or(rest)).collect()
}

#[test]
fn the_computer_takes_the_colour_that_is_better_off() {
    for opening in ["swap", "swap2"] {
        let arguments = ["gomoku", "--opening", opening];
        let said = typed(&arguments, &format!("{FOR_BLACK}quit\n"));
        assert!(said.contains("The computer takes Black (-"), "{said}");
        let asked = prompts(&said);
        assert_eq!(
            asked[..3],
            [1, 2, 3].map(|number| {
                let (colour, mv) = [("Black", "h8"), ("White", "a1"), ("Black", "h9")][number - 1];
                format!("Your opening, {colour} {number} of 3> {mv}")
            })
        );
        assert_eq!(asked[3], "Your move, White> quit", "the computer has made no move yet: {said}");
        let said = typed(&arguments, &format!("{FOR_WHITE}quit\n"));
        assert!(said.contains("The computer takes White (+"), "{said}");
        assert_eq!((prompts(&said)[3], computers(&said).len()), ("Your move, Black> quit", 1), "{said}");
    }
}

#[test]
fn a_person_chooses_a_colour_or_two_more_stones() {
    let arguments = ["gomoku", "--opening", "swap2", "--white", "human"];
    for (choice, after, moves) in
        [("white", "Your move, White> quit", 3), (" BLACK ", "Your move, Black> quit", 4)]
    {
        let said = typed(&arguments, &format!("{choice}\nquit\n"));
        let asked = prompts(&said);
        assert!(asked[0].starts_with("Your choice, black, white or more> "), "{said}");
        assert!(
            said.contains(&format!(
                "You take {}.",
                choice.trim().to_lowercase().replace('w', "W").replace('b', "B")
            )),
            "{said}"
        );
        assert_eq!((asked[1], computers(&said).len()), (after, moves), "{said}");
    }
    // Three stones somewhere in the middle: the corners are free.
    let said = typed(&arguments, "more\na1\no15\nquit\n");
    let asked = prompts(&said);
    assert_eq!(asked[1..3], ["Your opening, White 4 of 5> a1", "Your opening, Black 5 of 5> o15"], "{said}");
    assert!(
        said.contains("The computer takes Black (") || said.contains("The computer takes White ("),
        "{said}"
    );
    assert!(asked[3].starts_with("Your move, "), "{said}");
    // In swap there is no such choice.
    let said = typed(&["gomoku", "--opening", "swap", "--white", "human"], "more\nwhite\nquit\n");
    assert!(said.contains("'more': expected black or white, for example white"), "{said}");
    assert!(prompts(&said)[2].starts_with("Your move, White> "), "{said}");
}

#[test]
fn two_people_play_swap2_to_its_end() {
    let people = ["gomoku", "--opening", "swap2", "--black", "human", "--white", "human"];
    let said = typed(&people, "h8\ni9\nj10\nmore\nk8\nl7\nwhite\na2\nquit\n");
    assert_eq!(
        prompts(&said),
        [
            "The first player's opening, Black 1 of 3> h8",
            "The first player's opening, White 2 of 3> i9",
            "The first player's opening, Black 3 of 3> j10",
            "The second player's choice, black, white or more> more",
            "The second player's opening, White 4 of 5> k8",
            "The second player's opening, Black 5 of 5> l7",
            "The first player's choice, black or white> white",
            "White to move> a2",
            "Black to move> quit",
        ]
    );
    assert!(said.contains("The first player takes White."), "{said}");
}

#[test]
fn the_computer_plays_swap2_against_itself() {
    let said = typed(
        &["gomoku", "--opening", "swap2", "--black", "computer", "--white", "computer", "--level", "1"],
        "",
    );
    assert!(said.contains("The second player takes "), "{said}");
    assert!(said.contains("The game is over."), "{said}");
}

#[test]
fn what_is_wrong_at_a_choice_is_refused_in_a_line_and_nothing_is_lost() {
    let wrong =
        ["h8", "green", "black white", "swap", "undo", "\u{1F600}", "hint", "\t", "whit", "load nothing.ron"];
    let lines = format!("{}\nwhite\nquit\n", wrong.join("\n"));
    let said = typed(&["gomoku", "--opening", "swap2", "--white", "human"], &lines);
    for told in [
        "'h8': expected black, white or more, for example white",
        "'green': expected black, white or more",
        "'black white': expected black, white or more",
        "the opening is to decide who has which colour",
        "there is no move of yours to take back",
        "'\u{1F600}': expected black, white or more",
        "'whit': expected black, white or more",
        "cannot read 'nothing.ron'",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
    assert!(said.contains("Hint: black (") || said.contains("Hint: white ("), "{said}");
    assert!(said.contains("You take White."), "{said}");
    let said = typed(&["gomoku", "--opening", "swap2"], "z99\nblack\nhint\nh8\nh8\nmoves\na1\nquit\n");
    assert!(said.contains("'z99'") && said.contains("'black'"), "{said}");
    assert!(said.contains("No hint: the best opening is an even one"), "{said}");
    assert!(said.contains("Black has a stone there"), "{said}");
    assert!(
        prompts(&said).last().is_some_and(|last| last.starts_with("Your opening, Black 3 of 3> ")),
        "{said}"
    );
}

#[test]
fn stones_of_an_opening_are_taken_back_but_no_choice() {
    let said = typed(
        &["gomoku", "--opening", "swap2"],
        "h8\nh9\nundo\nundo\nundo\nredo\nredo\na1\nundo\na2\nquit\n",
    );
    let asked = prompts(&said);
    assert_eq!(asked[3], "Your opening, White 2 of 3> undo", "{said}");
    assert_eq!(asked[4], "Your opening, Black 1 of 3> undo", "{said}");
    assert_eq!(asked[5], "Your opening, Black 1 of 3> redo", "{said}");
    assert!(said.contains("there is no move of yours to take back\n"), "{said}");
    let refused = "there is no move of yours to take back since the choice in the opening";
    assert!(said.contains(refused), "{said}");
    assert!(asked[9].starts_with("Your move, "), "{said}");
}

#[test]
fn what_led_to_a_choice_stays_in_a_saved_game() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let play = |arguments: &[&str], lines: &str| typed_in(arguments, lines, home.path());
    let refused = "there is no move of yours to take back since the choice in the opening";
    play(&["gomoku", "--opening", "swap2"], &format!("{FOR_BLACK}save mine.ron\nquit\n"));
    let said = play(&["--load", "mine.ron"], "undo\no1\nundo\nundo\nquit\n");
    assert_eq!((said.matches(refused).count(), said.matches("Taken back: ").count()), (2, 1), "{said}");
    let said = play(&["gomoku"], "c3\nload mine.ron\nundo\nquit\n");
    assert!(said.contains(refused), "{said}");
}

#[test]
fn a_game_left_in_its_opening_is_gone_on_with() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let play = |arguments: &[&str], lines: &str| typed_in(arguments, lines, home.path());
    let said = play(&["gomoku", "--opening", "swap2"], "h8\nsave mine.ron\na1\nquit\n");
    let path = said.rsplit("play --load ").next().expect("saved").trim();
    let on = play(&["--load", path], "h9\nquit\n");
    assert_eq!(prompts(&on)[..2], ["Your opening, Black 3 of 3> h9", "Your move, White> quit"], "{on}");
    assert!(on.contains("The computer takes Black ("), "{on}");
    let on = play(&["gomoku"], "c3\nload mine.ron\nquit\n");
    assert!(on.contains("Your opening, White 2 of 3> quit"), "{on}");
    // Before the choice, and after more stones.
    let said = play(&["gomoku", "--opening", "swap2", "--white", "human"], "more\na1\nquit\n");
    let path = said.rsplit("play --load ").next().expect("saved").trim();
    assert!(play(&["--load", path], "quit\n").contains("Your opening, Black 5 of 5> quit"));
    // Whatever else the field may hold.
    let saved = std::fs::read_to_string(home.path().join("mine.ron")).expect("saved");
    for (field, told) in [
        ("swap3", "field opening: 'swap3': expected an opening of gomoku"),
        ("swap, more", "field opening: 'swap, more': expected an opening of gomoku"),
        ("swap2, more", "field opening: 'swap2, more': expected another number of moves"),
        ("", "field opening: nothing: expected an opening of gomoku"),
    ] {
        std::fs::write(home.path().join("bad.ron"), saved.replace("\"swap2\"", &format!("\"{field}\"")))
            .expect("written");
        refused("play --load bad.ron", home.path(), 1, &[told]);
    }
}

#[test]
fn openings_that_cannot_be_are_wrong_usage() {
    all_refused(
        2,
        &[
            ("play gomoku --opening swap3", &["unknown opening of gomoku 'swap3'"]),
            ("play othello --opening swap2", &["unknown opening of othello 'swap2' (known: free"]),
            ("play gomoku --opening swap2 --moves h8", &["cannot be used with"]),
            (
                "play gomoku --opening swap2 --white cmd:gomocup:x",
                &["in an opening by swap no other program plays"],
            ),
        ],
    );
    let free = run(&["play", "gomoku", "--opening", "free"], "quit\n");
    assert!(text(&free.stdout).contains("Your move, Black> quit"));
    for name in ["swap", "swap2"] {
        assert!(text(&run(&["rules", "gomoku"], "").stdout).contains(name));
    }
}
