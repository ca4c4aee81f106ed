//! What holds for the program as a whole, run as people and scripts run it.

mod analyze;
mod book;
mod by_play;
mod compare;
mod compare_files;
mod convert;
mod errors;
mod games;
mod html;
mod learn;
mod match_files;
mod matches;
mod openings;
mod orders;
mod output;
mod readers;
mod readme;
#[cfg(unix)]
mod refused;
mod saved;
mod seats;
#[cfg(unix)]
mod signals;
mod solve;
mod weights;
