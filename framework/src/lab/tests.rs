//! Whole comparisons of a game that nobody plays, made of results that nobody searched for: what is computed
//! from results is computed right, and files keep them.

use super::job::tests::result;
use super::*;
use crate::score::Score;
use crate::search::{Preset, SearchConfig};
use std::fs;
use std::path::Path;

fn setting(name: &str, preset: &str) -> PlannedSetting {
    let config = Preset::named(preset).unwrap().config;
    PlannedSetting { name: name.to_owned(), summary: String::new(), config, reference: false, of_best: false }
}

pub(super) fn plan() -> Plan {
    let sound = SearchConfig { deeper_entries: true, ..Preset::named("full-sound").unwrap().config };
    let settings = vec![
        setting("alphabeta", REFERENCE),
        setting("full", "full-sound"),
        PlannedSetting { config: sound, ..setting("sound", "full-sound") },
    ];
    let game = PlannedGame {
        name: "nim".to_owned(),
        variant: "plain".to_owned(),
        size: None,
        unit: "heaps".to_owned(),
        positions: vec!["x".to_owned(), "y".to_owned()],
        settings,
        numbered: Vec::new(),
        evaluators: vec![PlannedEvaluator { name: "count".to_owned(), weights: None }],
    };
    let experiment = Experiment { depth: Some((1, 3)), budget: 1000, ..Experiment::default() };
    Plan::new(&experiment, vec![game])
}

/// Results of every job: alpha-beta gives up in the second position; each other setting makes half the nodes
/// of the one above.
pub(super) fn results(plan: &Plan) -> Vec<JobResult> {
    let made = plan.jobs().into_iter().map(|job| {
        let nodes: &[u64] = match (job.setting.as_str(), job.position.as_str()) {
            ("alphabeta", "x") => &[8, 64, 512],
            ("alphabeta", _) => &[8, 64],
            ("full", _) => &[8, 32, 128],
            (_, _) => &[8, 16, 64],
        };
        let status = if nodes.len() == 3 { Status::Done } else { Status::OverBudget };
        JobResult { job: job.identity(), ..result(&job.setting, &job.position, nodes, status) }
    });
    made.collect()
}

fn close(estimate: Option<Estimate>, expected: f64, n: usize) -> bool {
    estimate.is_some_and(|found| (found.mean - expected).abs() < 1e-9 && found.n == n)
}

#[test]
fn ratios_are_taken_at_the_greatest_depth_both_finished() {
    let plan = plan();
    let summary = Summary::new(&plan, &results(&plan));
    let [alphabeta, full, sound] = &summary.games[0].settings[..] else { panic!("three settings") };
    assert_eq!((alphabeta.depth, alphabeta.over_budget, alphabeta.positions), (2, 1, 2));
    assert_eq!((full.depth, full.over_budget), (3, 0));
    // 128/512 at depth 3 in one position, 32/64 at depth 2 in the other.
    assert!(close(full.nodes_to_alphabeta, (0.25f64 * 0.5).sqrt(), 2), "{full:?}");
    assert!(close(sound.nodes_to_above, 0.5, 2) && close(sound.seconds_to_above, 0.5, 2), "{sound:?}");
    assert_eq!(alphabeta.nodes_to_above, None);
    assert!(close(full.nodes, 128.0, 2) && close(alphabeta.nodes, 64.0, 2));
    assert!(close(full.nodes_per_second, 1e6, 2));
    assert!(close(alphabeta.branching, 8.0, 2) && close(full.branching, 4.0, 2));
}

#[test]
fn best_without_a_technique_is_compared_with_best() {
    let mut plan = plan();
    let settings = &mut plan.games[0].settings;
    settings.iter_mut().for_each(|without| without.of_best = true);
    settings.insert(0, setting(Preset::BEST, "full-sound"));
    let summary = Summary::new(&plan, &results(&plan));
    let [best, alphabeta, full, sound] = &summary.games[0].settings[..] else { panic!("four settings") };
    // 512/64 at depth 3 in one position, 64/16 at depth 2 in the other.
    assert!(close(alphabeta.nodes_to_best, 32f64.sqrt(), 2), "{alphabeta:?}");
    assert!(close(full.nodes_to_best, 2.0, 2) && close(full.seconds_to_best, 2.0, 2), "{full:?}");
    assert!(close(sound.nodes_to_best, 1.0, 2), "{sound:?}");
    assert_eq!((best.nodes_to_best, full.nodes_to_above, sound.seconds_to_above), (None, None, None));
}

#[test]
fn growth_is_told_for_the_positions_that_got_there() {
    let plan = plan();
    let summary = Summary::new(&plan, &results(&plan));
    let growth: Vec<_> =
        summary.games[0].settings[0].growth.iter().map(|at| (at.depth, at.nodes.mean, at.nodes.n)).collect();
    assert_eq!(growth, [(1, 8.0, 2), (2, 64.0, 2), (3, 512.0, 1)]);
    let grown = summary.games[0].settings[0]
        .growth
        .iter()
        .map(|at| at.growth.map(|growth| (growth.mean.round(), growth.n)));
    assert_eq!(grown.collect::<Vec<_>>(), [None, Some((8.0, 2)), Some((8.0, 1))]);
}

#[test]
fn more_threads_are_compared_with_the_fewest() {
    let plan = Plan { threads: vec![1, 2], ..plan() };
    let mut results = results(&plan);
    for (result, job) in results.iter_mut().zip(plan.jobs()) {
        result.threads = job.threads;
        result.depths.iter_mut().for_each(|at| at.seconds /= f64::from(job.threads).sqrt());
    }
    let summary = Summary::new(&plan, &results);
    let full: Vec<_> = summary.games[0].settings.iter().filter(|row| row.setting == "full").collect();
    assert_eq!((full[0].threads, full[0].speedup, full[1].threads), (1, None, 2));
    assert!(close(full[1].speedup, 2f64.sqrt(), 2), "{:?}", full[1].speedup);
}

#[test]
fn what_the_table_settles_is_a_share_of_the_nodes_of_the_thread_that_counted_it() {
    let plan = Plan { threads: vec![2], ..plan() };
    let mut results = results(&plan);
    for at in results.iter_mut().flat_map(|result| &mut result.depths) {
        // The other thread made as many.
        at.counts.made = vec![at.nodes / 2];
        (at.counts.probes, at.counts.table_cutoffs) = (at.nodes / 2, at.nodes / 8);
    }
    let summary = Summary::new(&plan, &results);
    let full = summary.games[0].settings.iter().find(|row| row.setting == "full").unwrap();
    assert!(close(full.table_cutoffs, 0.25, 2), "{full:?}");
}

#[test]
fn what_counts_no_nodes_by_ply_tells_no_share_of_them_that_the_table_settles() {
    let plan = plan();
    let mut results = results(&plan);
    for at in results.iter_mut().flat_map(|result| &mut result.depths) {
        // As `proof-number` does.
        (at.counts.probes, at.counts.hits) = (4, 1);
    }
    let summary = Summary::new(&plan, &results);
    let full = summary.games[0].settings.iter().find(|row| row.setting == "full").unwrap();
    assert_eq!(full.table_cutoffs, None);
    assert!(close(full.table_hits, 0.25, 2), "{full:?}");
}

#[test]
fn equal_values_pass_and_a_different_one_is_named() {
    let plan = plan();
    let mut results = results(&plan);
    // Three depths in one position and two in the other; of the third, none but one setting knows anything
    // there.
    let passed = Verification::new(&plan, &results);
    assert_eq!((passed.compared, passed.differences.len()), (5, 0));
    let wrong = results.iter_mut().find(|result| result.setting == "full" && result.position == "y").unwrap();
    wrong.depths[1].value = Some(Score::from_units(5));
    let found = Verification::new(&plan, &results);
    assert_eq!(found.differences.len(), 1);
    let said = found.differences[0].to_string();
    assert_eq!(
        said,
        "nim plain 'y' with count, depth 2: full gives +5.00, but the value of alphabeta is +0.20"
    );
}

#[test]
fn sound_settings_are_held_to_exact_results_alone() {
    let plan = plan();
    let with = |depth: usize, value: Score, exact: bool| {
        let mut results = results(&plan);
        for result in results.iter_mut().filter(|result| result.position == "x") {
            let last = result.depths.last_mut().unwrap();
            (last.value, last.exact) = (Some(Score::win_in(9)), result.setting != "sound");
            if result.setting == "sound" {
                (result.depths[depth].value, result.depths[depth].exact) = (Some(value), exact);
            }
        }
        Verification::new(&plan, &results).differences
    };
    // A longer way to the same win, at any depth; an opinion before the depth where the result is known.
    assert_eq!(with(2, Score::win_in(15), false), []);
    assert_eq!(with(0, Score::from_units(-3), false), []);
    let too_deep = with(2, Score::from_units(3), false);
    assert!(too_deep.len() == 1 && too_deep[0].exact, "{too_deep:?}");
    assert_eq!(with(1, -Score::win_in(4), true).len(), 1);
}

#[test]
fn every_job_has_an_identity_of_its_own_and_every_plan_too() {
    let plan = plan();
    let mut identities: Vec<String> = plan.jobs().iter().map(Job::identity).collect();
    identities.sort_unstable();
    identities.dedup();
    assert_eq!(identities.len(), 6);
    let other = Plan { seed: plan.seed + 1, ..plan.clone() };
    assert_ne!(plan.identity(), other.identity());
    assert_eq!(plan.identity(), plan.clone().identity());
}

fn with_file(test: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().unwrap();
    test(&folder.path().join("results.jsonl"));
}

fn opened(path: &Path, plan: &Plan) -> Result<(store::Store<Plan>, Vec<JobResult>), store::StoreError> {
    store::Store::open(path, plan, &store::PlanJobs::of(plan), |_| Ok(()))
}

#[test]
fn a_file_cut_off_anywhere_goes_on_with_what_is_whole() {
    with_file(|path| {
        let plan = plan();
        let results = results(&plan);
        let (mut store, before) = opened(path, &plan).unwrap();
        assert_eq!(before, []);
        results.iter().for_each(|result| store.append(result).unwrap());
        drop(store);
        let whole = fs::read(path).unwrap();
        let header = whole.iter().position(|&byte| byte == b'\n').unwrap();
        for cut in (0..whole.len()).step_by(97).chain([header, header + 1, whole.len() - 1]) {
            fs::write(path, &whole[..cut]).unwrap();
            let (mut store, before) = opened(path, &plan).unwrap();
            assert_eq!(before[..], results[..before.len()], "cut at {cut}");
            results[before.len()..].iter().for_each(|result| store.append(result).unwrap());
            drop(store);
            assert_eq!(fs::read(path).unwrap(), whole, "cut at {cut}");
        }
        // Empty lines, as editors leave them, are no results, and one that is there twice counts once.
        let whole = String::from_utf8(whole).unwrap();
        let last = whole.lines().last().unwrap();
        fs::write(path, format!("{whole}{last}\n").replace('\n', "\n\n")).unwrap();
        let (store, before) = opened(path, &plan).unwrap();
        assert_eq!(before, results);
        drop(store);
        let again =
            store::read::<Plan>(path).unwrap().results(&store::PlanJobs::of(&plan), |_| Ok(())).unwrap();
        assert_eq!(Summary::new(&plan, &again), Summary::new(&plan, &results));
    });
}

#[test]
fn the_jobs_of_a_plan_serve_all_its_files_and_no_other_s() {
    let jobs = store::PlanJobs::of(&Plan { hash: 1 << 20, ..plan() });
    for hash in [1 << 20, 2 << 20, 1 << 20] {
        with_file(|path| {
            let plan = Plan { hash, ..plan() };
            let (mut store, _) = opened(path, &plan).unwrap();
            results(&plan).iter().for_each(|result| store.append(result).unwrap());
            drop(store);
            let file = store::read::<Plan>(path).unwrap();
            assert_eq!(file.header.plan, plan);
            let found = file.results(&jobs, |_| Ok(()));
            assert_eq!(found.ok(), (hash == 1 << 20).then(|| results(&plan)));
        });
    }
}

#[test]
fn a_file_of_something_else_is_refused_and_left_as_it_is() {
    with_file(|path| {
        let plan = plan();
        opened(path, &plan).unwrap().0.append(&results(&plan)[0]).unwrap();
        let mine = fs::read_to_string(path).unwrap();
        let other = Plan { budget: 7, ..plan.clone() };
        let refused = |content: &str, plan: &Plan, said: &str| {
            fs::write(path, content).unwrap();
            let error = opened(path, plan).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{}:", path.display())) && error.contains(said), "{error}");
            assert_eq!(fs::read_to_string(path).unwrap(), content);
        };
        refused(&mine, &other, "left as they are; take another place, or remove them");
        refused("notes\n", &plan, ":1:");
        refused("notes", &plan, ":1:1: not a file of results");
        refused(&format!("{mine}{{\"game\":1}}\n"), &plan, ":3:");
        let strange = mine.replacen(&plan.jobs()[0].identity(), "0123456789abcdef", 1);
        refused(&strange, &plan, ":2:1: '0123456789abcdef'");
    });
}

#[test]
fn an_evaluator_s_file_may_lie_elsewhere_when_results_go_on() {
    let with = |name: &str, weights: &str| {
        let mut plan = plan();
        plan.games[0].evaluators[0] =
            PlannedEvaluator { name: name.to_owned(), weights: Some(weights.to_owned()) };
        plan
    };
    for (here, there, other) in [
        (
            with("here/w", "anyply weights 12 here/w"),
            with("there/w", "anyply weights 12 there/w"),
            with("here/w", "anyply weights 13 here/w"),
        ),
        (with("here/s.ron", "count()"), with("there/s.ron", "count()"), with("here/s.ron", "count(1)")),
    ] {
        with_file(|path| {
            let mut results = results(&here);
            results.iter_mut().for_each(|result| result.evaluator = "here".to_owned());
            let (mut store, _) = opened(path, &here).unwrap();
            results.iter().for_each(|result| store.append(result).unwrap());
            drop(store);
            let (store, before) = opened(path, &there).unwrap();
            assert_eq!(before, results);
            drop(store);
            let other = opened(path, &other).unwrap_err();
            assert!(matches!(other, store::StoreError::Other { .. }), "{other}");
        });
    }
}

#[test]
fn a_result_that_contradicts_itself_is_refused() {
    let plan = plan();
    for (job, whole) in plan.jobs().iter().zip(results(&plan)) {
        let holds = |change: &dyn Fn(&mut JobResult)| {
            let mut changed = whole.clone();
            change(&mut changed);
            changed.is_of(job)
        };
        assert!(holds(&|_| ()), "{whole:?}");
        let other = if whole.status == Status::Done { Status::OverBudget } else { Status::Done };
        assert!(!holds(&|result| result.status = other));
        assert!(!holds(&|result| result.known = true));
        assert!(!holds(&|result| result.win_in = Some(3)));
        // Where each depth is a search of its own, a greater one may make less; and all that was made is what
        // the last one made, given up or not.
        let apart = job.searches_each_depth();
        let given_up = whole.status == Status::OverBudget;
        assert_eq!(holds(&|result| (result.nodes, result.leaves) = (1, 1)), apart && given_up);
        assert_eq!(holds(&|result| result.depths.last_mut().unwrap().nodes = 0), apart);
        assert_eq!(holds(&|result| result.depths.last_mut().unwrap().leaves = 0), apart);
        // A win is one where it is exact, and then it says so.
        let wins = |result: &mut JobResult, exact: bool, win_in: Option<u32>| {
            (result.value, result.win_in) = (Some(Score::win_in(3)), win_in);
            let last = result.depths.last_mut().unwrap();
            (last.value, last.exact) = (result.value, exact);
            (result.status, result.known) = (Status::Done, result.depth < 3);
        };
        assert!(holds(&|result| wins(result, true, Some(3))) && holds(&|result| wins(result, false, None)));
        assert!(!holds(&|result| wins(result, true, None)) && !holds(&|result| wins(result, false, Some(3))));
    }
}

#[test]
fn an_experiment_says_where_it_is_wrong() {
    let refused = |text: &str, said: &[&str]| {
        let error = Experiment::from_ron("e.ron", text).unwrap_err().to_string();
        assert!(said.iter().all(|said| error.contains(said)), "{error}");
    };
    refused("(\n  games: [(name: \"nim\")],\n  budgt: 1,\n)", &["e.ron:3:3:", "budgt"]);
    refused("(\n  games: [(name: \"nim\")],\n  budget: 0,\n)", &["e.ron:3:3:", "'budget: 0'"]);
    refused("(\n  games: [(name: \"nim\")],\n  depth: (1, 200),\n)", &["e.ron:3:3:", "1 to 100"]);
    refused("(\n  games: [],\n)", &["e.ron:2:3:", "'games'"]);
    refused("(\n  games: [(name: \"nim\")],\n  threads: [1, 1],\n)", &["e.ron:3:3:", "'threads'"]);
    let mtdf = "(\n  games: [(name: \"nim\")],\n  settings: [\n    Config(name: \"m\", config: (mtdf: true, table: false)),\n  ],\n)";
    refused(mtdf, &["e.ron:4:", "'mtdf' needs the table"]);
    let text =
        "(games: [(name: \"nim\", positions: Texts([\"x\"]))], settings: [Preset(\"best\")], depth: (1, 4))";
    let experiment = Experiment::from_ron("e.ron", text).unwrap();
    assert_eq!(experiment.depths(), Some((1, 4)));
    assert_eq!(experiment.budget, 20_000_000);
}
