//! Every game and every evaluator, without naming one: a new one is held to the laws on the day it is added.

use anyply_framework::{
    Claim, Evaluator, EvaluatorSource, EvaluatorVisitor, MoveList, Plugin, Session, Situation, View,
};
use anyply_games::{AnyGame, GameVisitor, TextGame};

/// Makes a visitor of a check, `fn check<G: Plugin>(game: &G)`: no closure is generic. What a check returns
/// is named after it, as in `visitor!(check -> usize)`.
#[macro_export]
macro_rules! visitor {
    ($check:ident) => {
        $crate::visitor!($check -> ())
    };
    ($check:ident -> $output:ty) => {{
        #[derive(Clone, Copy)]
        struct Visitor;

        impl ::anyply_games::GameVisitor for Visitor {
            type Output = $output;

            fn visit<G: ::anyply_framework::Plugin>(
                self,
                session: &mut ::anyply_framework::Session<G>,
            ) -> $output {
                $check(session.game())
            }
        }

        Visitor
    }};
}

/// Runs a check on every variant of every game; what came of each.
///
/// # Panics
/// If the check does, or there is no game.
pub fn for_every_game<V: GameVisitor + Copy>(visitor: V) -> Vec<V::Output> {
    let found: Vec<_> = AnyGame::all().map(|mut game| game.accept(visitor)).collect();
    assert!(!found.is_empty());
    found
}

/// Runs a check on every game in its default variant.
///
/// # Panics
/// If the check does.
pub fn for_default_games<V: GameVisitor<Output = ()> + Copy>(visitor: V) {
    for name in AnyGame::names() {
        AnyGame::open(name, None, None).expect("a known game").accept(visitor);
    }
}

/// What must hold for an evaluator.
pub trait Check: Copy {
    /// Panics where it does not hold. `source` is where the evaluator comes from, to build engines with.
    fn check<G: Plugin, E: Evaluator<G>>(self, game: &G, source: &EvaluatorSource, evaluator: &E);
}

/// Makes a check of evaluators of a function with its arguments.
#[macro_export]
macro_rules! check {
    ($check:ident) => {{
        #[derive(Clone, Copy)]
        struct Checked;

        impl $crate::every::Check for Checked {
            fn check<G: ::anyply_framework::Plugin, E: ::anyply_framework::Evaluator<G>>(
                self,
                game: &G,
                source: &::anyply_framework::EvaluatorSource,
                evaluator: &E,
            ) {
                $check(game, source, evaluator);
            }
        }

        Checked
    }};
}

/// Runs a check with every evaluator of every variant of every game.
///
/// # Panics
/// If the check does.
pub fn for_every_evaluator<C: Check>(check: C) {
    struct Games<C>(C);
    impl<C: Check> GameVisitor for Games<C> {
        type Output = ();

        fn visit<G: Plugin>(self, session: &mut Session<G>) {
            for info in G::evaluators() {
                let source = EvaluatorSource::BuiltIn(info);
                let visitor = Evaluators(session.game(), &source, self.0);
                session
                    .game()
                    .with_evaluator(&source, visitor)
                    .unwrap_or_else(|error| panic!("{} {}: {error}", G::NAME, info.name));
            }
        }
    }
    struct Evaluators<'a, G, C>(&'a G, &'a EvaluatorSource, C);
    impl<G: Plugin, C: Check> EvaluatorVisitor<G> for Evaluators<'_, G, C> {
        type Output = ();

        fn visit<E: Evaluator<G> + 'static>(self, evaluator: E) {
            self.2.check(self.0, self.1, &evaluator);
        }
    }
    for mut game in AnyGame::all() {
        game.accept(Games(check));
    }
}

/// Everything an evaluator says of a position.
pub fn opinion<G: Plugin, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    at: &Situation<G>,
    state: &E::State,
) -> String {
    let view = View { game, position: &at.position, state };
    let moves = at.moves(game);
    let mut priors = vec![0; moves.len()];
    evaluator.order(view, &moves, &mut priors);
    let mut subset = MoveList::<G>::new();
    let claim = evaluator.generate(view, Claim::Selective, &mut subset);
    let mut noisy = MoveList::<G>::new();
    let stand_pat = evaluator.noisy(view, &mut noisy);
    format!("{:?} {priors:?} {claim:?} {subset:?} {stand_pat:?} {noisy:?}", evaluator.evaluate(view))
}
