//! `anyply serve`, as programs and browsers meet it: games, safety, load, sudden ends, and the page itself in
//! a browser without a screen.

mod board;
mod browser;
mod driver;
mod games;
mod http;
mod load;
mod page;
mod patience;
mod safety;
mod server;
mod study;
mod sudden_ends;
mod windows;
