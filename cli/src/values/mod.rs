//! Option values as they are typed.

mod experiments;
mod players;
mod quantities;
mod strength;

pub(crate) use experiments::{Shard, depths, setting, shard, sprt};
pub(crate) use players::{Seat, for_player, player, seat};
pub(crate) use quantities::{clock, hash, margin, penalty, time, time_text};
pub(crate) use strength::{LevelChoice, Strength, level, tighter};
