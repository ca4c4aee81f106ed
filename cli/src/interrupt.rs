//! Ctrl-C, termination and a closed terminal.

use crate::exit::Exit;
use crate::protocols::end_all;
use anyply_framework::search::Stop;
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
    on_signal(move || {
        if flag.is_set() {
            end_all();
            exit(i32::from(Exit::Interrupted.number()));
        }
        flag.stop();
    });
    stop
}
