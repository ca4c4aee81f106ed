//! What holds for the program as a whole, run as people and scripts run it.

mod book;
mod by_play;
mod compare;
mod compare_files;
mod convert;
mod errors;
mod games;
mod html;
mod learn;
mod matches;
mod openings;
mod orders;
mod output;
mod readers;
mod readme;
mod seats;
#[cfg(unix)]
mod signals;
mod solve;
mod weights;
