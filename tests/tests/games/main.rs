//! What holds for every game: its rules and texts, its hooks, and every search over it.

mod arena;
mod baselines;
mod baselines_in_games;
mod claims;
mod conformance;
mod endings_in_games;
mod evaluators;
mod geometry;
mod hooks;
mod hostile_text;
mod openings;
mod opponent_model;
mod playthrough;
mod positions;
mod search_in_games;
mod search_limits;
mod search_soundness;
mod search_work;
mod threats;
