//! Ctrl-C, termination and a closed terminal.

use crate::exit::{Exit, note};
use crate::protocols::end_all;
use anyply_framework::search::Stop;
use std::mem;
use std::process::exit;

/// Calls `handler` on a thread of its own at every such signal. That it cannot be set up is no reason not to
/// run.
pub(crate) fn on_signal(handler: impl FnMut() + Send + 'static) {
    let _ = ctrlc::set_handler(handler);
}

/// A flag that the first Ctrl-C sets, so that a search ends with its best result; the second ends the
/// program.
pub(crate) fn stop_flag() -> Stop {
    let stop = Stop::default();
    let flag = stop.clone();
    // Not what the flag says: a match that is decided sets it too, and must still tell how it ended.
    let mut asked = false;
    on_signal(move || {
        if mem::replace(&mut asked, true) {
            end_all();
            end();
        }
        flag.stop();
    });
    stop
}

/// Ends a command that has nothing to keep at the first Ctrl-C, with a line that says so.
pub(crate) fn end_at_once() {
    on_signal(|| {
        note("Interrupted.");
        end();
    });
}

fn end() -> ! {
    exit(i32::from(Exit::Interrupted.number()))
}
