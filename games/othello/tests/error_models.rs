//! What shallow searches foretell is known of the evaluator that it was measured with.

use anyply_framework::search::{Limits, Preset, Report, SearchConfig, Stop};
use anyply_framework::{Certainty, EvaluatorInfo, EvaluatorSource, Notation, Plugin, Resources};
use anyply_othello::{Eight, Othello};
use std::path::Path;

fn built_in(name: &str) -> EvaluatorSource {
    EvaluatorSource::BuiltIn(EvaluatorInfo::named::<Othello>(name).expect("an evaluator"))
}

fn written(text: &str) -> EvaluatorSource {
    EvaluatorSource::File { path: "own.ron".into(), text: text.to_owned() }
}

/// The weights that come with the game, as if they were one's own.
fn weights() -> EvaluatorSource {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/patterns.weights");
    EvaluatorSource::from_file(&path).expect("weights")
}

fn preset(name: &str) -> SearchConfig {
    Othello::<Eight>::preset(name).expect("a preset").config
}

/// The positions made to this depth from the start, and how sure each depth was.
fn searched(
    source: &EvaluatorSource,
    config: &SearchConfig,
    place: &str,
    depth: u32,
) -> (u64, Vec<Certainty>) {
    let game = Othello::<Eight>::new();
    let mut engine = game.engine(source, config.clone(), Resources::default()).expect("an engine");
    let at = game.parse_position(place, None).expect("a position");
    let mut sure = Vec::new();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut hear = |report: &Report<Othello>| sure.push(report.lines[0].certainty);
    (engine.search(&at, &limits, &Stop::default(), &mut hear).nodes, sure)
}

#[test]
fn probcut_is_off_with_another_evaluator_than_its_model_is_of() {
    const MIDDLE: &str = "---------------------------XX-----OXX-----X-OO------------------ O";
    let probcuts = |source: &EvaluatorSource, name: &str| {
        let config = preset(name);
        let off = config.set("probcut", "off").expect("a switch");
        searched(source, &config, MIDDLE, 8) != searched(source, &off, MIDDLE, 8)
    };
    let own = written("// My own.\n patterns( )\n");
    assert_eq!(
        [&built_in("patterns"), &weights(), &own, &built_in("positional"), &written("discs()")]
            .map(|source| probcuts(source, Preset::BEST)),
        [true, true, true, false, false]
    );
    assert!(probcuts(&built_in("positional"), "selective") && !probcuts(&built_in("patterns"), "selective"));
}

#[test]
fn percentages_are_told_of_the_evaluator_alone_that_they_were_counted_with() {
    const ENDING: &str = "-XXXX---X-XOOO--XXXXXOO-XXXOXXO-XXOXOXOO-OXOXXOXO--OOO----OOOX-- X";
    let best = preset(Preset::BEST);
    let likely = best.set("endgame.selectivity", "73").expect("a level");
    for (source, knows) in [
        (built_in("patterns"), true),
        (written("patterns()"), true),
        (weights(), false),
        (built_in("discs"), false),
    ] {
        let (_, sure) = searched(&source, &best, ENDING, 18);
        let told = sure.iter().any(|certainty| matches!(certainty, Certainty::Selective(_)));
        assert_eq!((told, sure.last()), (knows, Some(&Certainty::Exact)), "{}", source.name());
        let engine = Othello::<Eight>::new().engine(&source, likely.clone(), Resources::default());
        assert_eq!(engine.is_ok(), knows, "{}", source.name());
    }
}
