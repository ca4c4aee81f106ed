//! Ctrl-C, termination and a closed terminal.

use crate::exit::{Exit, note};
use crate::protocols::end_all;
use anyply_framework::search::Stop;
use std::mem;
#[cfg(unix)]
use std::mem::MaybeUninit;
use std::process::exit;
#[cfg(unix)]
use std::ptr;

/// Calls `handler` on a thread of its own at every such signal. That it cannot be set up is no reason not to
/// run. What was started to outlive its terminal, as by `nohup`, does not hear of the terminal's end.
pub(crate) fn on_signal(handler: impl FnMut() + Send + 'static) {
    #[cfg(unix)]
    let outlives = hang_up_is_ignored();
    if matches!(ctrlc::set_handler(handler), Err(ctrlc::Error::System(_))) {
        // Without its thread nobody would hear them, and they would end nothing.
        #[cfg(unix)]
        for heard in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
            dispose(heard, libc::SIG_DFL);
        }
    }
    #[cfg(unix)]
    if outlives {
        dispose(libc::SIGHUP, libc::SIG_IGN);
    }
}

/// Has a file that outgrows its limit (`ulimit -f`) fail as one on a full disk does. By itself the system
/// would end the program without a word, and leave half a file.
pub(crate) fn outlive_file_limits() {
    #[cfg(unix)]
    {
        extern "C" fn nothing(_: libc::c_int) {}
        // Not SIG_IGN, which the programs that are started would inherit.
        dispose(libc::SIGXFSZ, nothing as *const () as libc::sighandler_t);
    }
}

#[cfg(unix)]
fn hang_up_is_ignored() -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: with no action to set, the call only writes the present one, which is there where it succeeds.
    unsafe {
        libc::sigaction(libc::SIGHUP, ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

// Answers a signal with SIG_IGN, SIG_DFL, or a function that does nothing.
#[cfg(unix)]
fn dispose(signal: libc::c_int, of: libc::sighandler_t) {
    // SAFETY: none of them does anything that a signal must not.
    unsafe { libc::signal(signal, of) };
}

/// A flag that the first Ctrl-C sets, so that a search ends with its best result; the second ends the
/// program.
pub(crate) fn stop_flag() -> Stop {
    let stop = Stop::default();
    on_signal(press(stop.clone(), || {
        end_all();
        end();
    }));
    stop
}

fn press(flag: Stop, end: impl Fn()) -> impl FnMut() {
    // Not what the flag says: a match that is decided sets it too, and must still tell how it ended.
    let mut asked = false;
    move || {
        if mem::replace(&mut asked, true) {
            end();
        }
        flag.stop();
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn the_first_press_ends_nothing_though_the_match_was_decided_before() {
        let (stop, ended) = (Stop::default(), Cell::new(false));
        stop.stop();
        let mut press = press(stop, || ended.set(true));
        press();
        assert!(!ended.get());
        press();
        assert!(ended.get());
    }
}
