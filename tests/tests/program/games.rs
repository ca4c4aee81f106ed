//! Whole games over a pipe, as a script or a patient person would play them.

use anyply_games::AnyGame;
use anyply_tests::program::{Running, json, printed, run, text, words};

#[test]
fn two_computers_play_every_game_to_a_result_in_words() {
    for name in AnyGame::names() {
        for variant in
            AnyGame::variants(name).iter().filter(|variant| variant.size.is_none_or(|size| size == 15))
        {
            let seats = "--black computer --white computer --level 1 --seed 7";
            let played = printed(&words(&format!("play {name} --variant {} {seats}", variant.name)));
            let last = played.lines().last().expect("something was printed");
            assert!(last.starts_with("The game is over. "), "{name} {}: {last}", variant.name);
            assert!(
                ["Black wins", "White wins", "a draw"].iter().any(|words| last.contains(words)),
                "{last}"
            );
            assert!(!played.contains("Your move"), "nobody is asked");
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for engine in ["--level 1", "--config random --depth 1", "--config mcts --nodes 20"] {
        let game = |seed| {
            let line = format!("play othello --black computer --white computer {engine} --seed {seed}");
            moves_told(&printed(&words(&line)))
        };
        assert_eq!(game(5), game(5), "{engine}");
        assert_ne!(game(5), game(6), "{engine}");
    }
}

#[test]
fn a_person_plays_a_few_moves_of_either_colour_and_leaves() {
    for name in AnyGame::names() {
        for colour in ["--black", "--white"] {
            let home = tempfile::tempdir().expect("a folder");
            let arguments = ["play", name, colour, "human", "--level", "1", "--seed", "3"];
            let mut person = Person::sits_down(&arguments, home.path(), name, &[]);
            // A short game is over by then.
            let goes_on = (0..4).all(|_| person.moves_once()) && person.asked().is_some();
            assert!(goes_on || person.told.contains("The game is over. "), "{name}: {}", person.told);
            person.program.say(if goes_on { "quit" } else { "n" });
            let (rest, status) = person.program.end();
            assert_eq!(status.code(), Some(0));
            let is_saved = rest.contains("The game is saved; go on with: anyply play --load ");
            assert_eq!(is_saved, goes_on, "{rest}");
        }
    }
}

#[test]
fn a_person_plays_every_game_to_its_end() {
    let ways: [(&str, &[&str]); 4] = [
        ("othello", &[]),
        ("gomoku", &["--variant", "renju"]),
        ("dvonn", &[]),
        ("othello", &["--variant", "6x6"]),
    ];
    for (name, options) in ways {
        let home = tempfile::tempdir().expect("a folder");
        let arguments = [&["play", name, "--level", "1", "--seed", "11"], options].concat();
        let mut person = Person::sits_down(&arguments, home.path(), name, options);
        while person.moves_once() {}
        let told = person.told.clone();
        let over =
            told.lines().find(|line| line.starts_with("The game is over. ")).expect("the result in words");
        let state = person.state();
        assert_eq!(state["moves"].as_array().map(Vec::len), Some(0), "{name}");
        let winner = state["outcome"]["winner"].as_str();
        let mine = Some(person.colour.as_str());
        let words = match winner {
            None => "It is a draw.",
            won if won == mine => "You win",
            _ => "You lose",
        };
        assert!(over.contains(words), "{name}: {over}, but {state}");
        if let Some(margin) = state["outcome"]["margin"].as_i64().filter(|margin| *margin != 0) {
            assert!(over.contains(&format!(" by {margin} ")), "{name}: {over}, but {state}");
        }
        assert!(told.ends_with("Another game, with colours swapped? [Y/n] "), "{told}");
        person.program.say("n");
        assert_eq!(person.program.end().1.code(), Some(0));
        assert!(!home.path().join("saves").exists(), "a finished game is not left over");
    }
}

#[test]
fn another_game_swaps_the_colours() {
    let output = run(&["play", "othello", "--level", "1", "--seed", "2"], "f5\nresign\n\nquit\n");
    let said = text(&output.stdout);
    assert!(said.contains("You resign; the computer wins."), "{said}");
    let again =
        said.split("Another game, with colours swapped? [Y/n]").nth(1).expect("another game is offered");
    assert!(again.contains("You are White, the computer is Black"), "{again}");
    assert!(again.contains("The computer plays "), "Black begins: {again}");
}

#[test]
fn two_people_share_a_keyboard() {
    let output = run(&["play", "gomoku", "--black", "human", "--white", "human"], FIVE_IN_A_ROW);
    let said = text(&output.stdout);
    assert!(said.contains("Two people play."), "{said}");
    assert!(said.contains("The game is over. Black wins."), "{said}");
    assert!(!said.contains("computer"), "{said}");
}

const FIVE_IN_A_ROW: &str = "h8\na1\nh9\na2\nh10\na3\nh12\na4\nh11\nn\n";

#[test]
fn a_position_and_moves_can_be_played_on_from() {
    let output = run(&["play", "othello", "--moves", "f5d6", "--level", "1"], "quit\n");
    let said = text(&output.stdout);
    assert!(said.contains("You are Black"), "who is to move moves first: {said}");
    assert!(said.contains("Black 3, White 3"), "{said}");
}

#[test]
fn nobody_is_invited_to_type_a_pass_that_is_made_by_itself() {
    let position = "X".repeat(62) + "O- O";
    let said = |options: &[&str]| {
        let play = ["play", "othello", "--position", &position, "--level", "1"];
        text(&run(&[&play, options].concat(), "quit\n").stdout)
    };
    let passed = said(&[]);
    assert!(passed.contains("You have no move and must pass."), "{passed}");
    assert!(!passed.contains("Type a move"), "{passed}");
    let invited = said(&["--black", "human", "--white", "computer"]);
    let (_, after) = invited.split_once("must pass.").expect("White passes");
    assert!(after.contains("Type a move, such as h8, or help."), "{invited}");
}

/// Somebody who asks `anyply moves` what is legal, and plays what stands in the middle of the list.
struct Person {
    program: Running,
    options: Vec<String>,
    /// All moves so far.
    moves: Vec<String>,
    colour: String,
    told: String,
}

impl Person {
    fn sits_down(arguments: &[&str], home: &std::path::Path, name: &str, options: &[&str]) -> Self {
        let program = Running::start(arguments, home);
        let options = ["moves", name].iter().chain(options).map(ToString::to_string).collect();
        Self { program, options, moves: Vec::new(), colour: String::new(), told: String::new() }
    }

    fn state(&self) -> serde_json::Value {
        let moves = self.moves.join(" ");
        let mut arguments: Vec<&str> = self.options.iter().map(String::as_str).collect();
        arguments.extend(["--moves", &moves]);
        json(&arguments).remove(0)
    }

    /// Waits for the prompt; what was told until then, if it asks for a move.
    fn asked(&mut self) -> Option<String> {
        let told = self.program.hear_until(&["> ", "[Y/n] "]);
        self.moves.extend(moves_told(&told));
        self.told += &told;
        told.ends_with("> ").then_some(told)
    }

    /// Waits for the prompt and moves; whether the game goes on.
    fn moves_once(&mut self) -> bool {
        let Some(told) = self.asked() else { return false };
        let (_, colour) = told.trim_end_matches("> ").rsplit_once("Your move, ").expect("a prompt");
        self.colour = colour.to_lowercase();
        let state = self.state();
        assert_eq!(state["side"].as_str(), Some(self.colour.as_str()), "{told}");
        let moves = state["moves"].as_array().expect("a list");
        let mv = moves[moves.len() / 2].as_str().expect("text").to_owned();
        self.program.say(&mv);
        self.moves.push(mv);
        true
    }
}

// The computer's moves, and everybody's passes.
fn moves_told(told: &str) -> Vec<String> {
    let of_line = |line: &str| match line.split_once(" plays ") {
        Some((_, mv)) => mv.split(' ').next().map(str::to_owned),
        None => line.ends_with(" must pass.").then(|| "pass".to_owned()),
    };
    told.lines().filter_map(of_line).collect()
}
