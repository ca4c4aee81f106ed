//! [`SearchConfig`]: every technique of the search is a switch or a number here, read from RON.
//!
//! Each field says what it trades and which class it is of. *Value-preserving*: the value is that of plain
//! alpha-beta at the same depth. *Result-sound*: the value may know more than the depth allows, never against
//! the true result. *Selective*: everything else.

mod change;
mod check;
mod endgame;
mod method;
mod monte_carlo;
mod preset;
mod selective;
mod soundness;
#[cfg(test)]
mod tests;

pub(super) use endgame::ConfidenceAt;
pub use endgame::{ConfidenceLevel, Endgame};
pub use method::Method;
pub use monte_carlo::MonteCarlo;
pub use preset::{Preset, PresetFile};
pub use selective::{Forecast, LateMovePruning, Margin, NullMove, ProbCut, Reductions, Singular};
pub use soundness::Soundness;

use crate::settings::{self, SettingsError};
use serde::{Deserialize, Serialize};

/// What the search does and what it leaves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchConfig {
    /// The algorithm. The other fields, except the first below, matter to [`Method::Negamax`] only, unless
    /// they say otherwise.
    pub method: Method,
    /// Searches depth 1, 2, 3, ... in turn: costs a little at a fixed depth without a table, gives a move at
    /// any time. Value-preserving.
    pub iterative_deepening: bool,
    /// Leaves out branches that cannot matter (Knuth and Moore 1975). Off, the search is plain minimax.
    /// Value-preserving.
    pub alpha_beta: bool,
    /// Returns the best value found, not the edge of the window, where the value lies outside (Fishburn
    /// 1983): tighter bounds for the table. Value-preserving.
    pub fail_soft: bool,
    /// Principal variation search (Marsland and Campbell 1982): later moves are first only asked whether they
    /// are better at all, with null windows. Pays with good ordering. Value-preserving. What is done in null
    /// windows alone is not done without it: the techniques that cut off on an opinion are refused,
    /// [bare endings](Self::bare_endings) only order moves, and [noisy wins](Self::noisy_wins_from) are
    /// looked for only in searches beside the line, such as whether a move is [singular](Self::singular).
    pub principal_variation: bool,
    /// Half the width, in hundredths of the game's unit, of the window that each deepening opens around the
    /// last value; 0 opens it fully. Trades searches repeated for cut-offs in between. Value-preserving.
    pub aspiration: u16,
    /// Finds the value with null windows alone, each placed by the answer before (MTD(f), Plaat et al. 1996).
    /// Needs the table, which remembers what the repeated searches have in common. Value-preserving.
    pub mtdf: bool,
    /// Searches no line that is too long to beat a win already found. Value-preserving; nothing in games with
    /// a margin.
    pub mate_distance: bool,
    /// Remembers positions: the table's size is chosen apart, see [`Table`](super::Table). Value-preserving
    /// with `deeper_entries` as it stands by default.
    pub table: bool,
    /// Accepts values that were searched deeper than asked for. Result-sound.
    pub deeper_entries: bool,
    /// Which entry gives way to a new one. Value-preserving.
    pub replacement: Replacement,
    /// The table is neither probed nor written with fewer plies left than this: near the leaves a look
    /// costs more than the search it may save. Value-preserving.
    pub table_from_depth: u8,
    /// Each thread keeps what the evaluator said of two to the power of so many positions, at most 24, 16
    /// bytes each, and recalls it where it comes to the same leaf again: in the next depth, by another way,
    /// or in the search of the next move. Pays where an evaluation takes longer than a position's key. 0 for
    /// none. Value-preserving.
    pub evaluation_cache: u8,
    /// With at least this many plies left, the table is asked about every child before one is searched: it
    /// may know a cut-off (enhanced transposition cut-off, Schaeffer and Plaat 1996). 0 for never; needs the
    /// table. Value-preserving.
    pub enhanced_cutoffs: u8,
    /// Positions that are images of each other by turning or mirroring the board share one entry of the
    /// table, up to this many plies from the root, where such pairs are common. 0 for never; needs the table.
    /// Value-preserving; nothing where the evaluator [knows sides of the board](crate::Evaluator::SYMMETRIC).
    pub symmetry: u8,
    /// Moves that cut off at the same ply are tried early (Akl and Newborn 1977): 0 to 2 of them.
    /// Value-preserving.
    pub killers: u8,
    /// Moves that cut off anywhere are tried earlier, those that failed to later (Schaeffer 1983).
    /// Value-preserving.
    pub history: bool,
    /// The move that refuted the opponent's last move before is tried early (Uiterwijk 1992).
    /// Value-preserving.
    pub countermoves: bool,
    /// A history of its own for each last move of the opponent's (continuation history). Value-preserving.
    pub continuation: bool,
    /// Killers and the countermove are tried before the moves of a node are listed, where history and
    /// continuation speak for them: if one cuts off, listing and ordering the others is saved. Nothing
    /// without those, nor where the evaluator selects moves. Value-preserving.
    pub early_moves: bool,
    /// The evaluator's opinion of each move orders them; for [`Method::MonteCarlo`] and
    /// [`Method::ProofNumber`] too. Value-preserving.
    pub prior: bool,
    /// With at least this many plies left and no move from the table, moves are ordered by the evaluation
    /// after each of them as well: dearer than the evaluator's opinion of a move, and better. 0 for never.
    /// Value-preserving.
    ///
    /// In a search to the end of the game with [bare endings](Self::bare_endings) it is done, whatever the
    /// plies left, above these, together with [`Evaluator::rank`](crate::Evaluator::rank); what is learned
    /// from cut-offs is not asked there.
    pub order_by_evaluation: u8,
    /// There, and there alone, with at least this many plies left, what is looked at is a search of one ply
    /// after each move, and with two more plies left of two. 0 for never. Value-preserving.
    pub order_by_search: u8,
    /// A search this many plies shallower finds a first move where the table has none, from 3 plies more than
    /// that on; 0 for never. Not in searches to the end of the game. Value-preserving.
    pub internal_deepening: u8,
    /// With several threads and at least this many plies left, a move that another thread is searching is put
    /// off (after Weill 1996); 0 for never, and nothing without the table. Value-preserving.
    pub defer_from_depth: u8,
    /// Cuts off by what the evaluator can prove of the result. Result-sound.
    pub bounds: bool,
    /// Leaves small endings to the evaluator's straight-line code. Result-sound.
    pub endings: bool,
    /// Each thread keeps two to the power of so many results that straight-line endings found, at most 24, 16
    /// bytes each, and recalls them where an ending comes to the same position by another way. 0 for none;
    /// nothing without `endings`, or where the evaluator's keep none. Value-preserving.
    pub endings_cache: u8,
    /// In an exact ending with at most so many plies left, off the principal variation, moves are ordered by
    /// what they lead to alone ([`Evaluator::rank`](crate::Evaluator::rank)), and nothing is kept that only
    /// opinions need. 0 for never. Value-preserving.
    pub bare_endings: u8,
    /// There, with fewer plies left than the table is asked with and at least so many, each thread has a
    /// small table of its own, which stays in the processor's cache. The shallow searches that order moves or
    /// foretell results on the way to the end use it too. 0 for never; needs the table. Value-preserving.
    pub near_table_from: u8,
    /// There, if the root falls apart into [independent parts](crate::Evaluator::divide), nodes are cut off
    /// by what the parts prove one by one, as long as at least so many plies are left outside the largest of
    /// them: with fewer, the search of the parts costs more than it saves. 0 for never; needs the table.
    /// Result-sound.
    pub parts_from: u8,
    /// What `table_from_depth` is in a search to the end of the game; 0 for the same. Needs the table.
    /// Value-preserving.
    pub endings_table_from: u8,
    /// Once a depth is finished beyond which the game lasts at most so many plies, the next one is the end of
    /// the game: the depths between cost more than they teach, where there is time for the end. 0 for never.
    /// Value-preserving.
    pub leap_to_end: u8,
    /// Which moves the evaluator may leave out: none, those that provably cannot change the result
    /// (result-sound), or those it thinks worse (selective). For [`Method::MonteCarlo`] too, and for
    /// [`Method::ProofNumber`] and what any method would play before it has searched, which leave out no
    /// others than the provable ones.
    pub subsets: Subsets,
    /// At most this many plies of noisy moves below the last full ply; 0 evaluates at once. Selective.
    pub quiescence: u8,
    /// With at least this many plies left, off the principal variation, a win by noisy moves alone is looked
    /// for before any move is tried, as far as [quiescence](Self::quiescence) goes. 0 for never.
    /// Result-sound; nothing without quiescence, in a game with margin or in exact endings, and hardly
    /// anything without [principal variation search](Self::principal_variation).
    pub noisy_wins_from: u8,
    /// Before each depth, wins by threats are looked for, with this percentage of the positions that the
    /// depths before have taken, and at least a few thousand. Found wins are proven, but not always the
    /// shortest. A win that a selective search only believes in is then tried to be proven, too. 0 for never.
    /// Result-sound; nothing where the evaluator [knows no threats](crate::Evaluator::THREATENS).
    pub threats: u16,
    /// After each depth, wins are looked for that begin with the moves the search likes best, quiet ones too,
    /// and go on with threats. In all this takes so many percent of the positions that one thread has made in
    /// the depths before. 0 for never; needs the table. Result-sound; nothing without
    /// [threats](Self::threats), or in a game without [null move](crate::Game::SKIPS).
    pub quiet_wins: u16,
    /// With at least this many plies left and no move from the table, one ply less is searched: the next
    /// deepening will know one. 0 for never. Selective.
    pub internal_reduction: u8,
    /// Where at most so many moves matter, each of them costs no depth: with 1 the forced reply alone
    /// (one-reply extension). Moves that are left out selectively still matter, and beyond twice the depth
    /// nothing is extended. 0 for none. Selective.
    pub few_replies: u8,
    /// If the opponent may move twice and it still is not enough, the node is cut off. Selective; off where a
    /// game has no [null move](crate::Game::SKIPS).
    pub null_move: Option<NullMove>,
    /// Late moves are searched less deep, and again in full if they turn out well. Selective.
    pub reductions: Option<Reductions>,
    /// Near the leaves, moves far down the list are not searched at all. Selective.
    pub late_move_pruning: Option<LateMovePruning>,
    /// Near the leaves, later moves are not searched where the evaluation is too far below the window.
    /// Selective.
    pub futility: Option<Margin>,
    /// Near the leaves, a node whose evaluation is far above the window is cut off (static null move).
    /// Selective.
    pub reverse_futility: Option<Margin>,
    /// Near the leaves, a node whose evaluation is far below the window is left to quiescence. Selective.
    pub razoring: Option<Margin>,
    /// Shallow searches foretell cut-offs, with an error model fitted to the game. Selective.
    pub probcut: Option<ProbCut>,
    /// Searches to the end of the game that leave out what is unlikely, one before the exact one or instead
    /// of it: it is quick, and the order of moves that it finds makes the exact one quicker too.
    /// Value-preserving as long as `selectivity` is 100; below, selective.
    pub endgame: Option<Endgame>,
    /// A move far better than all others is searched deeper; needs the table. Selective.
    pub singular: Option<Singular>,
    /// Among moves that are equally lost for certain the one is played to which the fewest replies keep all
    /// that the opponent has: it may miss them. For games with a margin, and for every method that tells
    /// several lines. Value-preserving.
    pub opponent_model: bool,
    /// For [`Method::BreadthFirst`]: leaves are at even depths only, after a move of the opponent's, as the
    /// exercise wants it that this method comes from; an odd depth asked for is one too many then. Trades
    /// half the depths for values of one kind.
    pub even_depths: bool,
    /// For [`Method::MonteCarlo`].
    pub monte_carlo: MonteCarlo,
}

/// Every value-preserving technique that pays somewhere, and no other.
impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            method: Method::Negamax,
            iterative_deepening: true,
            alpha_beta: true,
            fail_soft: true,
            principal_variation: true,
            aspiration: 0,
            mtdf: false,
            mate_distance: false,
            table: true,
            deeper_entries: false,
            replacement: Replacement::DepthAndAge,
            table_from_depth: 2,
            evaluation_cache: 0,
            enhanced_cutoffs: 0,
            symmetry: 0,
            killers: 2,
            history: true,
            countermoves: false,
            continuation: false,
            early_moves: false,
            prior: true,
            order_by_evaluation: 0,
            order_by_search: 0,
            internal_deepening: 0,
            defer_from_depth: 0,
            bounds: false,
            endings: false,
            endings_cache: 0,
            bare_endings: 0,
            endings_table_from: 0,
            near_table_from: 0,
            parts_from: 0,
            leap_to_end: 0,
            subsets: Subsets::None,
            quiescence: 0,
            noisy_wins_from: 0,
            threats: 0,
            quiet_wins: 0,
            internal_reduction: 0,
            few_replies: 0,
            null_move: None,
            reductions: None,
            late_move_pruning: None,
            futility: None,
            reverse_futility: None,
            razoring: None,
            probcut: None,
            endgame: None,
            singular: None,
            opponent_model: false,
            even_depths: false,
            monte_carlo: MonteCarlo::default(),
        }
    }
}

/// How much the evaluator may leave out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Subsets {
    /// Every legal move is searched.
    None,
    /// Only moves that provably cannot change the result are left out.
    Sound,
    /// Moves thought worse are left out too.
    Selective,
}

/// Which table entry gives way to a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Replacement {
    /// What is known of the same position, or else the shallowest of its bucket, older searches first.
    DepthAndAge,
    /// The same, but what this search knows of the same position stays where it went deeper by more than a
    /// ply, unless the new entry has proof or a win: the searches that ProbCut foretells by go less far. Of
    /// use with `deeper_entries`.
    DeeperStays,
    /// One place of the bucket, by the key, whatever stands there: kept to show what the policy is worth.
    /// (Four positions of one game at depth 10: 1.00 times the nodes with 64 MiB, 1.05 with 4 MiB, 1.10 with
    /// 1 MiB.)
    Always,
}

impl SearchConfig {
    /// Reads a configuration; `origin` is named in errors. Fields left out keep their defaults.
    ///
    /// # Errors
    /// [`SettingsError`], with the place.
    pub fn from_ron(origin: &str, text: &str) -> Result<Self, SettingsError> {
        let config: Self = settings::from_ron(origin, text)?;
        config.check().map_err(|problem| SettingsError::in_text(origin, text, problem))?;
        Ok(config)
    }
}
