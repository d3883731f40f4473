//! The time from the start of the process until it is ready, on data that is already there.

use std::{path::Path, time::Duration};

use crate::{failure::Failure, server::Server};

/// How many starts are measured.
pub(crate) const STARTS: usize = 7;

/// Returns the median time of [`STARTS`] starts.
pub(crate) fn measure(
    program: &Path,
    folder: &Path,
    database_url: Option<&str>,
    players: usize,
) -> Result<Duration, Failure> {
    let mut times = Vec::with_capacity(STARTS);
    for _ in 0..STARTS {
        let server = Server::demo(program, folder, database_url, players)?;
        times.push(server.ready_after);
        server.stop()?;
    }
    times.sort_unstable();
    Ok(times[STARTS / 2])
}
