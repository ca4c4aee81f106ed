//! `analyze`, as a person or a script runs it, and the settings that it is given.

use anyply_games::{AnyGame, TextGame};
use anyply_tests::program::{has_fields, json, objects, printed, run_in, strings, text};
use serde_json::{Value, json};
use std::fs;

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
