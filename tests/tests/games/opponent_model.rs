//! Of moves that are equally lost, the one is played that the fewest replies refute.

use crate::search_in_games::{engine, full_sound, oracle, search};
use anyply_framework::search::{Limits, Ponder, SearchConfig, Stop};
use anyply_framework::{Certainty, Plugin, Score, Session, Situation};
use anyply_games::{AnyGame, GameVisitor, TextGame};
use anyply_tests::random_game;
use std::cmp::Reverse;

/// Plays lost endings, so many plies long at most, with the model and without; how many there were, and in
/// how many of them it chose another move.
struct ChoosesTheFewestRefutations {
    plies: u32,
}

/// The more the better: whether the opponent can err, how few replies keep what it has, and how many do not.
type Chances = (bool, Reverse<usize>, usize);

/// The best value at a position by plain alpha-beta to the end, and what chances each move has that keeps it
/// and does not end the game.
fn plainly<G: Plugin>(game: &G, at: &Situation<G>) -> (Score, Vec<(G::Move, Chances)>) {
    let evaluator = &G::evaluators()[0];
    let value = |at: &Situation<G>| {
        let result = game.terminal(&at.position);
        result.unwrap_or_else(|| search(game, evaluator, (&oracle(), 1), at, None).lines[0].score)
    };
    let best = value(at);
    let equals = |at: &Situation<G>, best: Score| {
        let has_it = |mv: &G::Move| {
            let after = at.after(game, *mv);
            let sign = if after.side == at.side { 1 } else { -1 };
            sign * value(&after).cents() == best.cents()
        };
        at.moves(game).to_vec().into_iter().filter(has_it).collect::<Vec<_>>()
    };
    let counted = equals(at, best).into_iter().filter_map(|mv| {
        let after = at.after(game, mv);
        let replies = after.moves(game).len();
        let refutations = equals(&after, -best).len();
        let others = replies.checked_sub(refutations)?;
        (replies > 0).then_some((mv, (others > 0, Reverse(refutations), others)))
    });
    (best, counted.collect())
}

/// Nothing is chosen where more is asked than a move, or it is not one's turn yet, and no limit is exceeded
/// for it.
fn within_its_limits<G: Plugin>(game: &G, config: &SearchConfig, at: &Situation<G>) {
    let without = SearchConfig { opponent_model: false, ..config.clone() };
    let [with, without] = [config, &without].map(|config| {
        |limits: &Limits| {
            let mut engine = engine(game, &G::evaluators()[0], (config, 1));
            engine.search(at, limits, &Stop::default(), &mut ())
        }
    });
    for limits in [
        Limits { lines: 2, ..Limits::default() },
        Limits { ponder: Some(Ponder::default()), ..Limits::default() },
        Limits { outcome_only: true, ..Limits::default() },
    ] {
        assert_eq!(with(&limits).nodes, without(&limits).nodes);
    }
    let plain = without(&Limits::default());
    for spare in [0, 1, 50, 1000] {
        let nodes = plain.nodes + spare;
        let found = with(&Limits { nodes: Some(nodes), ..Limits::default() });
        assert!(found.nodes <= nodes, "{} of {nodes}", found.nodes);
        assert_eq!(found.lines[0].score, plain.lines[0].score);
    }
}

impl GameVisitor for ChoosesTheFewestRefutations {
    type Output = (usize, usize);

    fn visit<G: Plugin>(self, session: &mut Session<G>) -> Self::Output {
        let game = session.game();
        let evaluator = &G::evaluators()[0];
        let without = SearchConfig { bounds: true, ..full_sound() };
        let with = SearchConfig { opponent_model: true, ..without.clone() };
        let lines = (0..60).map(|seed| random_game(game, seed));
        let late = lines.filter_map(|line| {
            line.into_iter().map(|(at, _)| at).find(|at| game.remaining(&at.position) <= self.plies)
        });
        let (mut lost, mut others) = (0, 0);
        for at in late {
            let plain = search(game, evaluator, (&without, 1), &at, None);
            let found = search(game, evaluator, (&with, 1), &at, None);
            assert_eq!(found.lines[0].score, plain.lines[0].score);
            assert_eq!(found.lines[0].certainty, Certainty::Exact);
            let (best, counted) = plainly(game, &at);
            assert_eq!(best, plain.lines[0].score);
            let played = |mv: G::Move| counted.iter().find(|(other, _)| game.index(*other) == game.index(mv));
            if best < Score::DRAW && !counted.is_empty() {
                let most = counted.iter().map(|(_, chances)| chances).max();
                let (mv, chances) = played(found.lines[0].moves[0]).expect("it is as good as the best");
                assert_eq!(Some(chances), most, "{} {}", game.position_text(&at), game.move_text(*mv));
                within_its_limits(game, &with, &at);
                lost += 1;
            } else {
                assert_eq!(game.index(found.lines[0].moves[0]), game.index(plain.lines[0].moves[0]));
            }
            others += usize::from(game.index(found.lines[0].moves[0]) != game.index(plain.lines[0].moves[0]));
        }
        (lost, others)
    }
}

#[test]
fn the_opponent_has_the_fewest_refutations() {
    // Ends of Dvonn by lot leave little choice.
    for (name, plies, least) in [("othello", 5, 2), ("dvonn", 9, 0)] {
        let mut game = AnyGame::open(name, None, None).expect("a game");
        let (lost, others) = game.accept(ChoosesTheFewestRefutations { plies });
        assert!(lost >= 10 && others >= least, "{name}: {others} of {lost}");
    }
}
