//! [`Recipe`]: all that learned weights depend on, but for the program and the seed.

use crate::settings::{self, SettingsError, within};
use serde::{Deserialize, Serialize};

/// How weights are learned, as it is written in RON. Everything but the rounds may be left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Games and the weights that are fitted to them, again and again: each round plays better than the one
    /// before, so its results say more.
    pub rounds: Vec<Round>,
    /// The fewest and the most random plies at the start, after the board is set up: how many is drawn for
    /// each game. Games from the start that play well are all alike; what an evaluator is asked in a search
    /// is not.
    #[serde(default = "defaults::opening")]
    pub opening: (u32, u32),
    /// The beginning of a game, its length and set-up too, is drawn again until a search sees neither side
    /// ahead by more than this, in hundredths of the game's unit, or 200 were in vain; 0 for never. What is
    /// decided already teaches little, and the lines that the evaluator wrongly holds to be balanced are
    /// those it has most to learn from.
    #[serde(default)]
    pub balance: u32,
    /// In a game whose board is set up first, that is drawn by lot; but once in so many games only its
    /// beginning is, of a length drawn for each game, and the rest is played, so that there is something to
    /// learn from it. 0 for never.
    #[serde(default)]
    pub played_setups: u32,
    /// Later on, once in so many plies a random move is played; 0 for never.
    #[serde(default)]
    pub slips: u32,
    /// With so many plies left to play, the result is searched for exactly, and the game goes on with exact
    /// moves; 0 for never.
    #[serde(default)]
    pub exact_from: u32,
    /// The preset that those moves are searched with.
    #[serde(default = "defaults::best")]
    pub play: String,
    /// The preset that finds exact results.
    #[serde(default = "defaults::solve")]
    pub solve: String,
    /// Bytes of each search's table. A small one costs little to begin with, and these searches are small.
    #[serde(default = "defaults::hash")]
    pub hash: u64,
    /// The hand-made evaluator that plays the first round and that the learned weights are measured by;
    /// without it, the first that has no learned weights.
    #[serde(default)]
    pub beside: Option<String>,
    /// How much of what a position is taken to be worth is what the search of its move saw, per cent; the
    /// rest is what the game came to, or, up to a slip, what was seen there. A result owes more to chance
    /// than a search does, and what a search sees wrongly is set right by results. Exact results stay what
    /// they are, and where there was nothing to choose nothing was seen. In a game without margin a score is
    /// taken for the logarithm of the odds of a win, [in parts](super::Features::CENTS_OF_ODDS) that the game
    /// knows.
    #[serde(default)]
    pub by_search: u32,
    /// One game in so many is held out: nothing is fitted to it.
    #[serde(default = "defaults::held_out")]
    pub held_out: u32,
    /// How the weights are fitted.
    #[serde(default)]
    pub fit: Fit,
}

/// Games that one evaluator plays against itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// How many.
    pub games: u32,
    /// Plies that each move is searched.
    pub depth: u32,
    /// Which; without it, that with the weights of the round before, in the first round [`Recipe::beside`].
    #[serde(default)]
    pub evaluator: Option<String>,
    /// The games of how many rounds before are fitted to as well. Those of long before were played by weights
    /// that knew little.
    #[serde(default)]
    pub earlier: u32,
}

/// How weights are fitted: by least squares to margins; by logistic regression to wins, in a game without
/// margin.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fit {
    /// By how much a weight is thought to differ from that of the phase after, in the game's unit; without
    /// margin, in logarithms of odds. A pattern that was seen too seldom to tell, for the noise there is in
    /// results, inherits most of its weight; one that was never seen, all of it.
    pub change: f64,
    /// By how much a weight is thought to differ from what it was, in the same unit, where weights are
    /// adapted to recorded games. Less keeps closer to what was known before: positions of one game have much
    /// in common, and say less than as many of different games. Dvonn's weights, adapted to 1,900 games of
    /// weaker players, err on 100 others of theirs by 6.115 pieces with 0.01, 6.127 with 0.03, 6.211 with 0.1
    /// and 6.355 with 0.3, where they erred by 6.116.
    pub adapt: f64,
    /// How strongly a weight keeps to nothing in the last phase, which has none after it: as if so many
    /// positions had told it.
    pub ridge: f64,
    /// Steps of conjugate gradients at most, for each step of Newton's method.
    pub iterations: u32,
    /// Ended sooner, when what is left of the gradient is so small a part of it.
    pub tolerance: f64,
    /// Bytes that the positions fitted to at one time may take: as many phases as there is room for, and one
    /// at least.
    pub memory: u64,
}

impl Default for Fit {
    fn default() -> Self {
        Self { change: 1.0, adapt: 0.01, ridge: 5.0, iterations: 60, tolerance: 1e-4, memory: 1 << 30 }
    }
}

mod defaults {
    pub(super) const fn opening() -> (u32, u32) {
        (4, 20)
    }

    pub(super) fn best() -> String {
        "best".to_owned()
    }

    pub(super) fn solve() -> String {
        "solve".to_owned()
    }

    pub(super) const fn hash() -> u64 {
        2 << 20
    }

    pub(super) const fn held_out() -> u32 {
        20
    }
}

impl Recipe {
    /// So many games a round may have: for as many, what is drawn by lot is told apart.
    pub const GAMES: u32 = 1_000_000;

    /// Reads a recipe. `origin` is named in errors.
    ///
    /// # Errors
    /// [`SettingsError`] with the place, for a text that is none or a figure out of its range.
    pub fn from_ron(origin: &str, text: &str) -> Result<Self, SettingsError> {
        let recipe: Self = settings::from_ron(origin, text)?;
        recipe.check().map_err(|problem| SettingsError::in_text(origin, text, problem))?;
        Ok(recipe)
    }

    fn check(&self) -> Result<(), String> {
        if self.rounds.is_empty() {
            return Err("'rounds': expected at least one, for example [(games: 1000, depth: 4)]".to_owned());
        }
        for (before, round) in (0u32..).zip(&self.rounds) {
            within("games", round.games, 1..=Self::GAMES)?;
            within("depth", round.depth, 1..=100)?;
            within("earlier", round.earlier, 0..=before)?;
        }
        let (fewest, most) = self.opening;
        within("opening", most, 0..=1000)?;
        if fewest > most {
            return Err(format!(
                "'opening: ({fewest}, {most})': expected the smaller figure first, for example ({most}, {fewest})"
            ));
        }
        within("balance", self.balance, 0..=1_000_000)?;
        within("played_setups", self.played_setups, 0..=1_000_000)?;
        within("slips", self.slips, 0..=1_000_000)?;
        within("exact_from", self.exact_from, 0..=60)?;
        within("by_search", self.by_search, 0..=100)?;
        within("hash", self.hash, 1 << 10..=1 << 36)?;
        within("held_out", self.held_out, 2..=1_000_000)?;
        self.fit.check()
    }

    /// The same for games that were recorded: one round, that of the last.
    #[must_use]
    pub fn for_recorded(mut self, games: u32) -> Self {
        let depth = self.rounds.last().expect("a recipe has a round").depth;
        self.rounds = vec![Round { games, depth, evaluator: None, earlier: 0 }];
        self
    }

    /// The same with so many games in all, each round with its share, and one at least.
    #[must_use]
    pub fn scaled(mut self, games: u32) -> Self {
        let all: u64 = self.rounds.iter().map(|round| u64::from(round.games)).sum();
        // Up to the end of a round, so that what is rounded in one is made good in the next.
        let until = |before: u64| before * u64::from(games) / all.max(1);
        let mut before = 0;
        for round in &mut self.rounds {
            let after = before + u64::from(round.games);
            let share = until(after) - until(before);
            round.games = u32::try_from(share.max(1)).expect("no more than all of them");
            before = after;
        }
        self
    }
}

impl Fit {
    fn check(&self) -> Result<(), String> {
        // Without any, a pattern that was never seen could have any weight.
        within("change", self.change, 1e-6..=1e6)?;
        within("adapt", self.adapt, 1e-6..=1e6)?;
        within("ridge", self.ridge, 1e-6..=1e9)?;
        within("iterations", self.iterations, 1..=100_000)?;
        within("tolerance", self.tolerance, 0.0..=1.0)?;
        within("memory", self.memory, 1 << 20..=1 << 40)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_needs_only_its_rounds() {
        let recipe = Recipe::from_ron("r.ron", "(rounds: [(games: 10, depth: 3)])").unwrap();
        assert_eq!((recipe.opening, recipe.slips, recipe.exact_from, recipe.held_out), ((4, 20), 0, 0, 20));
        assert_eq!(recipe.fit, Fit::default());
        assert_eq!(recipe.rounds, [Round { games: 10, depth: 3, evaluator: None, earlier: 0 }]);
    }

    #[test]
    fn so_many_games_in_all_are_shared_out_among_the_rounds() {
        let text = "(rounds: [(games: 30, depth: 3), (games: 50, depth: 4), (games: 20, depth: 5)])";
        let games = |wanted| {
            let recipe = Recipe::from_ron("r.ron", text).unwrap().scaled(wanted);
            recipe.rounds.into_iter().map(|round| round.games).collect::<Vec<_>>()
        };
        assert_eq!([games(200), games(100)], [[60, 100, 40], [30, 50, 20]]);
        for wanted in 5..100 {
            assert_eq!(games(wanted).iter().sum::<u32>(), wanted);
        }
        assert_eq!(games(1), [1, 1, 1]);
    }

    #[test]
    fn a_recipe_is_read_as_it_is_written() {
        let text =
            "(rounds: [(games: 10, depth: 3, evaluator: \"x\"), (games: 5, depth: 4, earlier: 1)], slips: 9,
            beside: \"y\", fit: (change: 2.5))";
        let recipe = Recipe::from_ron("r.ron", text).unwrap();
        assert_eq!(recipe.fit.change, 2.5);
        assert_eq!(Recipe::from_ron("again", &settings::to_ron(&recipe)), Ok(recipe));
    }

    #[test]
    fn a_recipe_says_where_it_is_wrong() {
        let refused = |text: &str, said: &str| {
            let error = Recipe::from_ron("r.ron", text).unwrap_err().to_string();
            assert!(error.starts_with("r.ron:") && error.contains(said), "{error}");
        };
        refused("(\n  rounds: [],\n)", "2:3: 'rounds'");
        refused("(\n  rounds: [(games: 0, depth: 3)],\n)", "2:13: 'games: 0'");
        refused("(\n  rounds: [\n    (games: 1, depth: 3, earlier: 1),\n  ],\n)", "3:26: 'earlier: 1'");
        refused("(\n  rounds: [(games: 1, depth: 3)],\n  opening: (9, 8),\n)", "3:3: 'opening");
        refused("(\n  rounds: [(games: 1, depth: 3)],\n  fit: (change: 0.0),\n)", "3:9: 'change: 0'");
        refused("(\n  rounds: [(games: 1, depth: 3)],\n  by_search: 101,\n)", "3:3: 'by_search: 101'");
        refused("(\n  rounds: [(games: 1, depth: 3)],\n  slip: 3,\n)", "3:3: ");
    }
}
