//! The board in a browser: a small server for pages that are part of the program.
//!
//! A request goes `server -> guard -> api -> hall -> room -> hosted`; a room tells its pages what changes
//! through `events`; searches wait in the `queue` of the `pool`, whose workers report back to the room.
//! Whatever changes a game is written by the `store` before it is answered. A game is seen through the
//! text-facing trait alone. Its board looks as on pages of results: both have it from [`crate::drawing`].

mod action;
mod answer;
mod api;
mod assets;
mod begin;
mod blocking;
mod body;
mod events;
mod guard;
mod hall;
mod hosted;
mod id;
mod judged;
mod patience;
mod pool;
mod queue;
mod results;
mod room;
mod server;
mod store;
mod study;
mod view;
mod visitor;
mod worker;

pub(crate) use results::PageOf;

use crate::exit::{Exit, note};
use crate::interrupt;
use crate::report;
use anyhow::{Context, Result};
use api::App;
use guard::Guard;
use hall::Hall;
use pool::Pool;
use results::Results;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use store::Store;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use worker::Worker;

/// The most games at once.
const ROOMS: usize = 1000;

/// What a server is to be.
#[derive(Debug)]
pub(crate) struct Options {
    /// Where it listens.
    pub(crate) address: IpAddr,
    /// 0 for any that is free.
    pub(crate) port: u16,
    /// The folder of the games.
    pub(crate) folder: PathBuf,
    /// Threads that search, for all games together.
    pub(crate) threads: usize,
    /// Bytes for the table of each game that one of them searches.
    pub(crate) hash: usize,
    /// Makes pages of files of results.
    pub(crate) page_of: PageOf,
}

/// Answers until the program is ended. Games are safe at every moment, so nothing is to be done then.
///
/// # Errors
/// The folder or the address cannot be used.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    // Whatever is half written then is no game's file yet.
    interrupt::on_signal(|| std::process::exit(i32::from(Exit::Interrupted.number())));
    let store = Store::open(&options.folder)?;
    let (games, faults) = store.read();
    for fault in faults {
        note(format_args!("warning: {fault}"));
    }
    let hash = options.hash;
    let pool = Pool::start(options.threads, || {
        let mut worker = Worker::new(hash, id::seed());
        move |task| worker.work(task)
    })
    .context("no threads to search with")?;
    let app = Arc::new(App::new(Hall::open(store, games, pool, ROOMS), Results::new(options.page_of)));
    // On this thread: answers are short, and no other can be refused.
    let runtime = Builder::new_current_thread().enable_all().build().context("cannot answer")?;
    runtime.block_on(async {
        let wanted = SocketAddr::new(options.address, options.port);
        let listener =
            TcpListener::bind(wanted).await.with_context(|| format!("cannot listen on {wanted}"))?;
        let guard = Guard::new(listener.local_addr()?);
        announce(options.address, &guard)?;
        server::answer(listener, api::router(app, Arc::new(guard)), server::CONNECTIONS).await;
        Ok(Exit::Done)
    })
}

fn announce(address: IpAddr, guard: &Guard) -> Result<()> {
    if !address.is_loopback() {
        note(
            "warning: other machines can reach this server, and what is said between them and it is not encrypted. \
             Whoever has the link below plays and sees every game; elsewhere, the address of this machine belongs in it.",
        );
    }
    report::line(format_args!("The board is at {}", guard.link()))?;
    note("Ctrl-C ends the server; the games are kept.");
    Ok(())
}
