//! What the commands print, above all the JSON lines that scripts rely on.

use anyply_framework::search::Oracle;
use anyply_framework::{Evaluator, EvaluatorInfo, Game, Plugin, Score, Situation, View};
use anyply_games::{AnyGame, TextGame};
use anyply_tests::program::{json, objects, printed, run, run_in, text};
use anyply_tests::random_game;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

fn has_fields(line: &Value, fields: &[&str]) {
    for field in fields {
        assert!(line.get(field).is_some(), "{field} in {line}");
    }
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().expect("a list").iter().map(|item| item.as_str().expect("text").to_owned()).collect()
}

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

#[test]
fn analyze_tells_every_depth_and_last_the_answer() {
    for name in AnyGame::names() {
        let depth = if name == "gomoku" { 4 } else { 5 };
        let lines = json(&["analyze", name, "--depth", &depth.to_string()]);
        let depths: Vec<_> = lines.iter().map(|line| line["depth"].as_u64().expect("a number")).collect();
        assert!(depths.is_sorted(), "{depths:?}");
        assert_eq!(depths.last(), Some(&depth), "{name}");
        let legal = strings(&json(&["moves", name])[0]["moves"]);
        for line in &lines {
            let fields = ["depth", "score", "certainty", "unit", "pv", "nodes", "seconds", "best", "rank"];
            has_fields(line, &fields);
            let pv = strings(&line["pv"]);
            assert_eq!(line["best"].as_str(), Some(pv[0].as_str()));
            assert!(legal.contains(&pv[0]), "{line}");
            assert_eq!(line["rank"], json!(1));
            printed(&["moves", name, "--moves", &pv.join(" ")]);
        }
    }
}

#[test]
fn analyze_tells_scripts_each_depth_once_however_often_it_grew_surer() {
    let ending = "-XXXX---X-XOOO--XXXXXOO-XXXOXXO-XXOXOXOO-OXOXXOXO--OOO----OOOX-- X";
    let arguments = ["analyze", "othello", "--depth", "18", "--position", ending];
    // People see the levels of certainty that the end of the game goes through.
    assert!(printed(&arguments).contains("18@73%"));
    let uncounted = printed(&[&arguments[..], &["--set", "endgame.measured=16"]].concat());
    assert!(uncounted.contains("18@?") && !uncounted.contains('%'), "{uncounted}");
    for more in [&[][..], &["--lines", "2"]] {
        let lines = json(&[&arguments[..], more].concat());
        let places: Vec<_> =
            lines.iter().map(|line| (line["depth"].as_u64(), line["rank"].as_u64())).collect();
        assert!(places.is_sorted_by(|a, b| a < b), "{places:?}");
        let last = lines.last().expect("an answer");
        assert_eq!((&last["depth"], &last["certainty"]), (&json!(18), &json!("exact")));
    }
}

#[test]
fn analyze_is_deterministic_at_fixed_depth_or_nodes() {
    let known = |limit: [&str; 2]| {
        let mut lines = json(&[&["analyze", "dvonn", "--variant", "random"], &limit[..]].concat());
        lines.iter_mut().for_each(|line| line["seconds"] = Value::Null);
        lines
    };
    let deep = known(["--depth", "8"]);
    assert_eq!(deep, known(["--depth", "8"]));
    assert!(deep.last().expect("an answer")["nodes"].as_u64() > Some(1000));
    let few = known(["--nodes", "5000"]);
    assert_eq!(few, known(["--nodes", "5000"]));
    assert!(few.last().expect("an answer")["nodes"].as_u64() <= Some(5000), "{few:?}");
}

#[test]
fn analyze_ranks_as_many_lines_as_asked_for() {
    let lines = json(&["analyze", "othello", "--moves", "f5d6c3", "--depth", "4", "--lines", "3"]);
    let last: Vec<_> = lines.iter().filter(|line| line["depth"] == json!(4)).collect();
    assert_eq!(
        last.iter().map(|line| line["rank"].as_u64()).collect::<Vec<_>>(),
        [Some(1), Some(2), Some(3)]
    );
    let scores: Vec<_> = last.iter().map(|line| line["score"].as_f64().expect("a number")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let best: std::collections::BTreeSet<_> = last.iter().map(|line| line["best"].as_str()).collect();
    assert_eq!(best.len(), 3);
}

#[test]
fn analyze_counts_the_plies_to_a_win() {
    let four = json(&["analyze", "gomoku", "--moves", "h8 a1 h9 a3 h10 a5 h11 a7", "--depth", "2"]);
    let answer = four.last().expect("an answer");
    assert_eq!((&answer["win_in"], &answer["certainty"]), (&json!(1), &json!("exact")));
    assert!(["h7", "h12"].contains(&answer["best"].as_str().expect("text")), "{answer}");
    let lost = json(&["analyze", "gomoku", "--moves", "h8 a1 h9 a3 h10 a5 h11", "--depth", "3"]);
    assert_eq!(lost.last().expect("an answer")["loss_in"], json!(2));
    let solved = json(&["solve", "gomoku", "--moves", "h8 a1 h9 a3 h10 a5 h11"]);
    assert_eq!((&solved[0]["solved"], &solved[0]["loss_in"]), (&json!(true), &json!(2)));
}

#[test]
fn analyze_keeps_its_time() {
    // The search's own time, with a bound that only a search that does not stop exceeds: the machine may be
    // busy with other tests.
    for name in AnyGame::names() {
        let lines = json(&["analyze", name, "--time", "300ms"]);
        let said = lines.last().expect("an answer")["seconds"].as_f64().expect("a number");
        assert!(said < 2.0, "{name}: {said}");
    }
    let hasty = json(&["analyze", "othello", "--time", "1ms"]);
    assert!(
        ["d3", "c4", "f5", "e6"].contains(&hasty.last().expect("an answer")["best"].as_str().expect("text"))
    );
}

#[test]
fn settings_and_evaluators_are_copied_changed_and_passed_back() {
    let home = tempfile::tempdir().expect("a folder");
    let answer = |options: &[&str]| {
        let arguments =
            [&["analyze", "othello", "--moves", "f5", "--depth", "4", "--json"], options].concat();
        let output = run_in(&arguments, "", home.path());
        assert_eq!(text(&output.stderr), "", "{options:?}");
        let mut last = objects(&text(&output.stdout)).pop().expect("an answer");
        last["seconds"] = Value::Null;
        last
    };
    let best = printed(&["presets", "best", "--game", "othello"]);
    let write = |name: &str, text: &str| fs::write(home.path().join(name), text).expect("written");
    write("same.ron", &best);
    write("other.ron", &best.replace("prior: true", "prior: false"));
    let plain = answer(&[]);
    assert_eq!(answer(&["--config", "best"]), plain);
    assert_eq!(answer(&["--config", "same.ron"]), plain);
    assert_ne!(answer(&["--config", "other.ron"])["nodes"], plain["nodes"]);
    assert_eq!(answer(&["--set", "prior=false"]), answer(&["--config", "other.ron"]));
    assert_eq!(answer(&["--config", "minimax", "--eval", "discs"])["nodes"], json!(3 + 14 + 61 + 349));

    for info in AnyGame::open("othello", None, None).expect("known").evaluators() {
        write("eval.ron", &printed(&["evaluators", "othello", info.name]));
        assert_eq!(answer(&["--eval", "eval.ron"]), answer(&["--eval", info.name]), "{}", info.name);
    }
    write(
        "eval.ron",
        &printed(&["evaluators", "othello", "dynamic"]).replace("mobility: 100", "mobility: 900"),
    );
    assert_ne!(answer(&["--eval", "eval.ron"])["score"], answer(&["--eval", "dynamic"])["score"]);
}

#[test]
fn learned_evaluators_tell_where_their_weights_come_from_and_are_still_settings() {
    let home = tempfile::tempdir().expect("a folder");
    for (game, name, unit) in [
        ("othello", "patterns", "discs"),
        ("gomoku", "learned-patterns", "shares of a win"),
        ("dvonn", "stacks", "pieces"),
    ] {
        let told = printed(&["evaluators", game, name]);
        for said in
            ["// Weights learned from self-play (", "seed", " games at depth ", " positions of ", unit]
        {
            assert!(told.contains(said), "{said}: {told}");
        }
        fs::write(home.path().join("same.ron"), &told).expect("written");
        let answer = |eval: &str| {
            let line = ["analyze", game, "--eval", eval, "--depth", "2", "--json"];
            let mut last = objects(&text(&run_in(&line, "", home.path()).stdout)).pop().expect("an answer");
            last["seconds"] = Value::Null;
            last
        };
        assert_eq!(answer("same.ron"), answer(name), "{told}");
    }
    assert!(!printed(&["evaluators", "othello", "positional"]).contains("self-play"));
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
