//! What the commands print, above all the JSON lines that scripts rely on.

use anyply_framework::search::Oracle;
use anyply_framework::{Evaluator, EvaluatorInfo, Game, Plugin, Score, Situation, View};
use anyply_games::{AnyGame, TextGame};
use anyply_tests::program::{has_fields, json, objects, printed, run, run_in, strings, text};
use anyply_tests::random_game;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

#[test]
fn perft_counts_what_is_known() {
    let lines = json(&["perft", "othello", "6"]);
    let counted: Vec<_> = lines.iter().map(|line| (line["depth"].as_u64(), line["nodes"].as_u64())).collect();
    let known = [4, 12, 56, 244, 1396, 8200];
    let known: Vec<_> = (1..).zip(known).map(|(depth, nodes)| (Some(depth), Some(nodes))).collect();
    assert_eq!(counted, known);
    lines.iter().for_each(|line| has_fields(line, &["seconds"]));
    assert!(printed(&["perft", "othello", "6"]).contains("8,200"));
}

#[test]
fn perft_divides_its_last_depth() {
    let lines = json(&["perft", "othello", "3", "--divide"]);
    let moves: Vec<_> =
        lines[..4].iter().map(|line| (line["move"].as_str(), line["nodes"].as_u64())).collect();
    assert_eq!(moves, ["d3", "c4", "f5", "e6"].map(|mv| (Some(mv), Some(14))));
    assert_eq!((lines.len(), lines[4]["nodes"].as_u64()), (5, Some(56)));
}

#[test]
fn moves_tells_the_position() {
    let line = json(&["moves", "othello", "--moves", "f5"]).remove(0);
    let expected = json!({
        "game": "othello",
        "position": "---------------------------OX------XXX-------------------------- O",
        "side": "white", "moves": ["f4", "d6", "f6"], "outcome": null,
    });
    assert_eq!(line, expected);
    let shown = printed(&["moves", "othello", "--moves", "f5"]);
    assert!(shown.contains("White to move; legal moves (3):\n  f4 d6 f6\n"), "{shown}");
}

#[test]
fn moves_tells_what_is_forbidden_and_why() {
    let renju = ["moves", "gomoku", "--variant", "renju", "--moves", "f8a1g8a2h6a4h7a5"];
    let line = json(&renju).remove(0);
    assert_eq!(line["forbidden"], json!([{ "move": "h8", "reason": "a double three" }]));
    let shown = printed(&renju);
    assert!(shown.ends_with("\nforbidden: h8 (a double three)\n"), "{shown}");
    let freestyle = ["moves", "gomoku", "--moves", "f8a1g8a2h6a4h7a5"];
    assert_eq!(json(&freestyle)[0].get("forbidden"), None);
    assert!(!printed(&freestyle).contains("forbidden"));
}

#[test]
fn a_position_that_is_printed_can_be_read_again() {
    for name in AnyGame::names() {
        let state = json(&["moves", name]).remove(0);
        let mv = strings(&state["moves"])[0].clone();
        let after = json(&["moves", name, "--moves", &mv]).remove(0);
        let position = after["position"].as_str().expect("text");
        assert_eq!(json(&["moves", name, "--position", position])[0], after);
        let piped = run(&["moves", name, "--position", "-", "--json"], &format!("{position}\n"));
        assert_eq!(objects(&text(&piped.stdout))[0], after, "from stdin");
    }
}

#[test]
fn a_finished_game_has_an_outcome_and_no_moves() {
    let full = format!("{}{} X", "X".repeat(40), "O".repeat(24));
    let line = json(&["moves", "othello", "--position", &full]).remove(0);
    assert_eq!(line["moves"], json!([]));
    assert_eq!(line["outcome"], json!({ "winner": "black", "margin": 16, "unit": "discs" }));
    let drawn = format!("{}{} X", "X".repeat(32), "O".repeat(32));
    let line = json(&["moves", "othello", "--position", &drawn]).remove(0);
    assert_eq!(line["outcome"]["winner"], Value::Null);
    let five = json(&["moves", "gomoku", "--moves", "h8 a1 h9 a2 h10 a3 h12 a4 h11"]).remove(0);
    assert_eq!(five["moves"], json!([]));
    assert_eq!((&five["outcome"]["winner"], &five["outcome"]["margin"]), (&json!("black"), &Value::Null));
    assert!(
        printed(&["moves", "othello", "--position", &full]).contains("The game is over: Black wins by 16")
    );
}

#[test]
fn areas_are_told_where_there_are_any() {
    let line = json(&["moves", "dvonn", "--variant", "random", "--areas"]).remove(0);
    assert!(line["areas"].as_str().expect("text").starts_with("area 1: 49 stacks"), "{line}");
}

/// Knows nothing: whoever plays a game out to its end need not ask.
#[derive(Clone, Debug)]
struct Unasked;

impl<G: Game> Evaluator<G> for Unasked {
    type State = ();

    fn state(&self, _: &G, _: &G::Position) {}

    fn evaluate(&self, _: View<'_, G, ()>) -> Score {
        panic!("the search goes to the end of the game")
    }
}

/// Positions late in random games, with their results by plain minimax.
fn endings<G: Plugin>(game: &G, plies: usize) -> Vec<(String, i64)> {
    let ending = |seed| {
        let line = random_game(game, seed);
        let at: Situation<G> = line[line.len() - plies].0;
        let (score, _) = Oracle::minimax(game, &Unasked).search(&at.position, 99).expect("no limits");
        (game.position_text(&at), i64::from(score.cents() / 100))
    };
    (1..=3).map(ending).collect()
}

fn solve_agrees_with_minimax<G: Plugin>(plies: usize) {
    let endings = endings(&G::open(&G::variants()[0], 0), plies);
    assert!(endings.iter().any(|(_, score)| *score != endings[0].1), "{endings:?}");
    let lines: Vec<_> = endings.iter().map(|(at, score)| format!("{at}; {score:+}\n")).collect();
    let home = tempfile::tempdir().expect("a folder");
    let solve = |text: &str| {
        fs::write(home.path().join("endings.txt"), text).expect("written");
        run_in(&["solve", G::NAME, "--file", "endings.txt", "--json"], "", home.path())
    };
    let right = solve(&format!("% positions that minimax has played out\n\n{}", lines.concat()));
    let told = objects(&text(&right.stdout));
    assert_eq!((right.status.code(), told.len()), (Some(0), 4));
    for ((index, line), (at, score)) in (1..).zip(&told).zip(&endings) {
        has_fields(line, &["index", "position", "score", "best", "pv", "nodes", "seconds", "expected", "ok"]);
        assert_eq!((&line["index"], &line["position"]), (&json!(index), &json!(at)));
        assert_eq!((&line["score"], &line["ok"]), (&json!(score), &json!(true)), "{line}");
        let alone = json(&["solve", G::NAME, "--position", at]);
        assert_eq!((&alone[0]["score"], alone[0].get("ok")), (&json!(score), None));
    }
    let summary = &told[3]["summary"];
    assert_eq!(
        (&summary["positions"], &summary["right"], &summary["wrong"]),
        (&json!(3), &json!(3), &json!(0))
    );
    has_fields(summary, &["nodes", "seconds"]);

    let (at, score) = &endings[0];
    let wrong = solve(&format!("{at}; {:+}\n", score + 2));
    let told = objects(&text(&wrong.stdout));
    assert_eq!((wrong.status.code(), &told[0]["ok"]), (Some(1), &json!(false)), "a failed check");
    assert_eq!(told[1]["summary"]["wrong"], json!(1));
}

#[test]
fn solve_agrees_with_plain_minimax_in_othello() {
    solve_agrees_with_minimax::<anyply_othello::Othello>(9);
}

#[test]
fn solve_agrees_with_plain_minimax_in_dvonn() {
    solve_agrees_with_minimax::<anyply_dvonn::Dvonn>(8);
}

#[test]
fn solve_finds_a_win_without_margin_and_admits_what_it_does_not_know() {
    let won = json(&["solve", "gomoku", "--moves", "h8 a1 h9 a3 h10 a5 h11 a7"]);
    assert_eq!((&won[0]["score"], &won[1]["summary"]["positions"]), (&json!(1), &json!(1)));
    let open = run(&["solve", "othello", "--depth", "2", "--json"], "");
    let told = objects(&text(&open.stdout));
    assert_eq!((open.status.code(), &told[0]["score"]), (Some(1), &Value::Null));
}

#[test]
fn solve_tells_how_sure_a_result_is_where_less_than_certainty_is_asked() {
    let position = "OOXX-OOOXXXXOXO-XXXOXOX--XOXOXXO-O-OXXXOO-OOOXXO---X------------ X";
    let asked = ["solve", "othello", "--position", position, "--set", "endgame.selectivity=73"];
    let told = json(&asked);
    assert_eq!(told[0]["certainty"], json!({ "selective": 73 }));
    assert_eq!(
        (&told[0]["solved"], told[0]["score"].as_i64().map(|score| score % 2)),
        (&json!(true), Some(0))
    );
    assert!(printed(&asked).contains("73 %"));
    // Where nobody has counted, a result as likely as was asked for is one without a number.
    let uncounted =
        [&asked[..], &["--set", "endgame.measured=16", "--set", "endgame.counted_to=16"]].concat();
    let told = json(&uncounted);
    assert_eq!((&told[0]["certainty"], &told[0]["solved"]), (&json!("likely"), &json!(true)));
    assert!(printed(&uncounted).contains(" ? %"));
    // How often results are right is known of one evaluator.
    let other = run(&[&asked[..], &["--eval", "positional"]].concat(), "");
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("known of 'patterns' alone"), "{}", text(&other.stderr));
    let cut_short = run(&[&asked[..], &["--nodes", "1000", "--json"]].concat(), "");
    let told = objects(&text(&cut_short.stdout));
    assert_eq!(told[0]["solved"], json!(false));
    assert_eq!((&told[0]["certainty"], &told[0]["score"]), (&json!("heuristic"), &Value::Null));
}

#[test]
fn bench_tells_one_line_for_each_game() {
    let lines = json(&["bench"]);
    let games: Vec<_> = lines.iter().map(|line| line["game"].as_str().expect("text")).collect();
    assert_eq!(games, AnyGame::names());
    for line in &lines {
        has_fields(line, &["seconds", "nps"]);
        assert!(line["nodes"].as_u64() > Some(10_000), "{line}");
        assert!(line["finished"].as_f64().is_some_and(|share| (0.0..1.0).contains(&share)), "{line}");
    }
}

#[test]
fn what_there_is_is_listed() {
    let games = printed(&["games"]);
    for game in AnyGame::all() {
        assert!(games.contains(game.summary()) && games.contains(game.variant().name), "{}", game.name());
    }
    for name in AnyGame::names() {
        let game = AnyGame::open(name, None, None).expect("known");
        assert_eq!(printed(&["rules", name]), game.readme());
        let evaluators = printed(&["evaluators", name]);
        let column = |info: &EvaluatorInfo| evaluators.lines().find_map(|line| line.find(info.summary));
        let columns: BTreeSet<_> = game.evaluators().iter().map(column).collect();
        assert!(columns.len() == 1 && !columns.contains(&None), "{evaluators}");
        for info in game.evaluators() {
            assert!(printed(&["evaluators", name, info.name]).contains('('), "settings");
        }
    }
    assert!(printed(&["presets"]).starts_with("preset\nbest "));
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(printed(&["completions", shell]).contains("analyze"), "{shell}");
    }
    for command in ["play", "analyze", "solve", "moves", "perft", "bench"] {
        let help = printed(&["help", command]);
        assert!(help.contains("Example") && help.contains(&format!("anyply {command}")), "{help}");
    }
}

#[test]
fn colours_come_only_when_asked_for() {
    assert!(!printed(&["moves", "othello"]).contains('\x1b'));
    assert!(printed(&["moves", "othello", "--color", "always"]).contains('\x1b'));
}
