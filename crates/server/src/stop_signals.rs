//! The signals that stop a server.

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::failure::Failure;

/// Catches SIGTERM, SIGINT (Ctrl-C) and SIGHUP from its creation on; before that, each kills the process. So create it
/// before anything else.
pub(crate) struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
    /// `None` if the parent process set SIGHUP to ignored (`nohup`).
    hang_up: Option<Signal>,
}

impl StopSignals {
    /// # Errors
    /// If a signal cannot be caught.
    pub(crate) fn catch() -> Result<Self, Failure> {
        let catch = |kind, name| {
            signal(kind).map_err(|error| {
                Failure::new(format!("{name} cannot be caught: {error}; start the program again"))
            })
        };
        Ok(StopSignals {
            terminate: catch(SignalKind::terminate(), "SIGTERM")?,
            interrupt: catch(SignalKind::interrupt(), "SIGINT")?,
            hang_up: match ignores_hang_up() {
                true => None,
                false => Some(catch(SignalKind::hangup(), "SIGHUP")?),
            },
        })
    }

    /// Resolves with the name of the next signal.
    pub(crate) async fn next(&mut self) -> &'static str {
        let hang_up = async {
            match &mut self.hang_up {
                Some(hang_up) => hang_up.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
            _ = hang_up => "SIGHUP",
        }
    }
}

/// Whether SIGHUP was ignored when the process started. Known on Linux only.
fn ignores_hang_up() -> bool {
    std::fs::read_to_string("/proc/self/status").is_ok_and(|status| is_hang_up_ignored(&status))
}

fn is_hang_up_ignored(status: &str) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // SIGHUP is number 1, the lowest bit.
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sighup_ignored_by_nohup_stays_ignored() {
        assert!(is_hang_up_ignored("Name:\tsideout\nSigIgn:\t0000000000001001\nSigCgt:\t0\n"));
        assert!(!is_hang_up_ignored("Name:\tsideout\nSigIgn:\t0000000000001000\nSigCgt:\t1\n"));
        assert!(!is_hang_up_ignored(""));
    }
}
