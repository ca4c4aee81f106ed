//! What shallow searches foretell of an ending, and how often that is right, which is known of the evaluator
//! that it was counted with.

use anyply_framework::search::{Limits, Report, Stop};
use anyply_framework::{Certainty, EvaluatorInfo, EvaluatorSource, Notation, Plugin, Resources};
use anyply_othello::{Eight, Othello};
use std::path::Path;

#[test]
fn percentages_are_told_of_the_evaluator_alone_that_they_were_counted_with() {
    let game = Othello::<Eight>::new();
    let ending = "-XXXX---X-XOOO--XXXXXOO-XXXOXXO-XXOXOXOO-OXOXXOXO--OOO----OOOX-- X";
    let ending = game.parse_position(ending, None).expect("a position");
    let best = Othello::<Eight>::best().config;
    let likely = best.set("endgame.selectivity", "73").expect("a level");
    let built_in = |name| EvaluatorSource::BuiltIn(EvaluatorInfo::named::<Othello>(name).expect("known"));
    let written = |text: &str| EvaluatorSource::File { path: "my.ron".into(), text: text.to_owned() };
    // The weights that come with the game, as if they were one's own.
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/patterns.weights");
    for (source, knows) in [
        (built_in("patterns"), true),
        (written("// The built-in one.\n patterns( )\n"), true),
        (EvaluatorSource::from_file(&weights).expect("weights"), false),
        (written("discs()"), false),
        (built_in("discs"), false),
    ] {
        let engine = |config| game.engine(&source, config, Resources::default());
        let mut sure = Vec::new();
        let mut hear = |report: &Report<Othello>| sure.push(report.lines[0].certainty);
        let mut exact = engine(best.clone()).expect("an engine");
        exact.search(&ending, &Limits::default(), &Stop::default(), &mut hear);
        let told = sure.iter().any(|certainty| matches!(certainty, Certainty::Selective(_)));
        assert_eq!((told, sure.last()), (knows, Some(&Certainty::Exact)), "{}", source.name());
        assert_eq!(engine(likely.clone()).is_ok(), knows, "{}", source.name());
    }
}
