//! A server on an embedded database lets commands of staff in by a socket beside the file: whoever may open the database may
//! knock there, nobody else and nobody from outside.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Parser as _;
use sideout_app::App;

use super::{Office, attend, report::Report};
use crate::cli::{Arguments, Command};

/// Longest command that is read, in bytes.
#[cfg(unix)]
const LONGEST: u64 = 64 * 1024;

/// `<database>.door`, beside the database.
fn door_path(database: &Path) -> PathBuf {
    let mut name = OsString::from(database);
    name.push(".door");
    name.into()
}

/// An open door.
#[derive(Debug)]
pub(crate) struct Door {
    path: PathBuf,
    attending: tokio::task::JoinHandle<()>,
}

impl Door {
    /// Nobody comes in any more; what was begun is cut off between two units of work.
    pub(crate) fn close(self) {
        self.attending.abort();
        if let Err(error) = std::fs::remove_file(&self.path) {
            tracing::debug!(%error, "the door was gone already");
        }
    }
}

/// Does the command that was typed elsewhere.
async fn attend_to(words: &[u8], app: &App) -> Report {
    let Ok(typed) = serde_json::from_slice::<Vec<String>>(words) else {
        return Report::failed("the server did not understand the command");
    };
    match Arguments::try_parse_from(typed) {
        Ok(Arguments { command: Command::Staff(command) }) => {
            let office = Office {
                store: &app.store,
                clock: app.clock.as_ref(),
                random: app.random.as_ref(),
                receipts: &app.settings.receipts,
            };
            attend(&command, &office).await
        }
        Ok(_) => Report::failed("the running server does not do that"),
        Err(error) => Report::failed(format!("the running server, another version perhaps, says: {error}")),
    }
}

#[cfg(unix)]
mod unix {
    use std::{io, os::unix::fs::PermissionsExt as _, time::Duration};

    use tokio::{
        io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
        net::{UnixListener, UnixStream},
    };

    use super::*;
    use crate::commands::Failure;

    impl Door {
        /// Opens the door of the server that has `database`. A server without one serves players all the same.
        pub(crate) fn open(database: &Path, app: Arc<App>) -> Option<Door> {
            let path = door_path(database);
            // Left by a server that was killed: this process has the database now, so nobody listens there.
            drop(std::fs::remove_file(&path));
            let listener = UnixListener::bind(&path).and_then(|listener| {
                std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
                Ok(listener)
            });
            match listener {
                Ok(listener) => Some(Door { path, attending: tokio::spawn(listen(listener, app)) }),
                Err(error) => {
                    let path = path.display();
                    tracing::warn!(%error, %path, "no socket: commands of staff need this server stopped");
                    None
                }
            }
        }
    }

    async fn listen(listener: UnixListener, app: Arc<App>) {
        let mut guests = tokio::task::JoinSet::new();
        loop {
            match listener.accept().await {
                Ok((stream, _)) => drop(guests.spawn(answer(stream, app.clone()))),
                Err(error) => {
                    tracing::warn!(%error, "a command of staff could not be taken");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
            while guests.try_join_next().is_some() {}
        }
    }

    async fn answer(stream: UnixStream, app: Arc<App>) {
        let (reading, mut writing) = stream.into_split();
        let mut words = Vec::new();
        if let Err(error) = BufReader::new(reading.take(LONGEST)).read_until(b'\n', &mut words).await {
            tracing::debug!(%error, "a command of staff broke off");
            return;
        }
        let report = attend_to(&words, &app).await;
        let told = serde_json::to_vec(&report).unwrap_or_default();
        if let Err(error) = writing.write_all(&told).await {
            tracing::warn!(%error, "a command of staff was done, and nobody waited for its end");
        }
    }

    /// Hands what was typed to the server that has `database`; `None`: no server has it.
    pub(crate) async fn knock(database: &Path) -> Result<Option<Report>, Failure> {
        let mut stream = match UnixStream::connect(door_path(database)).await {
            Ok(stream) => stream,
            Err(error)
                if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) =>
            {
                return Ok(None);
            }
            Err(error) => {
                return Err(Failure::new(format!(
                    "the running server lets nobody in at {}: {error}; run this as the server's user",
                    door_path(database).display()
                )));
            }
        };
        let typed: Vec<String> =
            std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let told = async {
            let mut line = serde_json::to_vec(&typed)?;
            line.push(b'\n');
            stream.write_all(&line).await?;
            let mut told = Vec::new();
            stream.read_to_end(&mut told).await?;
            Ok::<_, io::Error>(told)
        };
        let told = told.await.map_err(|error| Failure::new(format!("the running server: {error}")))?;
        serde_json::from_slice(&told).map(Some).map_err(|_| {
            Failure::new(
                "the server stopped before it was done: run the command again, it goes on from there",
            )
        })
    }
}

#[cfg(unix)]
pub(super) use unix::knock;

#[cfg(not(unix))]
impl Door {
    /// There are no such sockets here: commands of staff need the server stopped.
    pub(crate) fn open(_database: &Path, _app: Arc<App>) -> Option<Door> {
        None
    }
}

/// No server can be asked here.
#[cfg(not(unix))]
pub(super) async fn knock(_database: &Path) -> Result<Option<Report>, crate::commands::Failure> {
    Ok(None)
}
