//! Learning of Gomoku, where results are won, lost or drawn, and searches see how likely that is.

use anyply_framework::learn::{GameLine, Recipe, SelfPlay};
use anyply_framework::search::Stop;
use anyply_gomoku::{Gomoku, Rule};

fn games(by_search: u32) -> Vec<GameLine> {
    let game = Gomoku::<15>::new(Rule::Freestyle);
    let recipe =
        format!("(rounds: [(games: 10, depth: 2)], opening: (2, 5), slips: 8, by_search: {by_search})");
    let recipe = Recipe::from_ron("recipe", &recipe).expect("a recipe");
    let play = SelfPlay::new(&game, &recipe, 1, None, 7).expect("a plan");
    let stop = Stop::default();
    let job = |job| play.play(job, &stop).expect("it can be played").expect("it is not stopped");
    anyply_framework::lab::Work::jobs(play.plan()).iter().map(job).collect()
}

#[test]
fn what_searches_see_are_shares_of_a_win_where_it_counts() {
    let (with, without) = (games(50), games(0));
    for (with, without) in with.iter().zip(&without) {
        assert_eq!(with.moves, without.moves);
        assert!(!with.scores.is_empty() && without.scores.is_empty());
        assert_eq!(with.values.len(), without.values.len());
        // Where play went astray, a result before is what the search saw there, or nothing.
        for (one, other) in with.values.iter().zip(&without.values) {
            assert!(other.1.is_none_or(|value| one.1 == Some(value)), "{with:?} {without:?}");
            assert!(one.1.is_some_and(|value| value.abs() <= 100), "{with:?}");
        }
    }
    assert!(without.iter().flat_map(|line| &line.values).any(|(_, value)| value.is_none()));
    let seen = || with.iter().flat_map(|line| &line.scores).flatten();
    assert!(seen().all(|share| share.abs() <= 100));
    // Neither certain nor even: what was seen is told finely.
    let between =
        seen().filter(|share| (1..100).contains(&share.abs())).collect::<std::collections::HashSet<_>>();
    assert!(between.len() > 20, "{between:?}");
}
