//! A server on an embedded database lets commands of staff in by a socket beside the file: whoever may open the database may
//! knock there, nobody else and nobody from outside.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Parser as _;
use sideout_app::App;

use super::{ClosureNotices, Office, Parcel, attend, import::import, recover::recover, report::Report};
use crate::cli::{Arguments, Command};

/// Longest command that is read, in bytes.
#[cfg(unix)]
const LONGEST: u64 = 64 * 1024;
/// Longest operator's file with its pictures, in bytes. Only whoever owns the database can send one.
#[cfg(unix)]
const LONGEST_PARCEL: u64 = 512 * 1024 * 1024;

/// `<database>.door`, beside the database itself, also where `database` is a link to it.
fn door_path(database: &Path) -> PathBuf {
    let real = std::fs::canonicalize(database).unwrap_or_else(|_| database.to_path_buf());
    let mut name = OsString::from(real);
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

/// Does the command that was typed elsewhere; `parcel` is the operator's file that came with it.
async fn attend_to(words: &[u8], parcel: &[u8], app: &App) -> Report {
    let Ok(typed) = serde_json::from_slice::<Vec<String>>(words) else {
        return Report::failed("the server did not understand the command");
    };
    let office = Office {
        store: &app.store,
        clock: app.clock.as_ref(),
        random: app.random.as_ref(),
        receipts: &app.settings.receipts,
        closure_notices: ClosureNotices::sent_by(app),
    };
    match Arguments::try_parse_from(typed) {
        Ok(Arguments { command: Command::Staff(command) }) => attend(&command, &office).await,
        Ok(Arguments { command: Command::Import(ask) }) => match serde_json::from_slice::<Parcel>(parcel) {
            Ok(parcel) => import(&ask, &parcel, &office, &app.images).await,
            Err(_) => Report::failed("the operator's file did not arrive whole; nothing is changed"),
        },
        Ok(Arguments { command: Command::Recover(ask) }) => recover(&ask, app).await,
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
        let (mut words, mut parcel) = (Vec::new(), Vec::new());
        let mut lines = BufReader::new(reading);
        let read = async {
            (&mut lines).take(LONGEST).read_until(b'\n', &mut words).await?;
            // An import sends its file as a second line.
            if is_import(&words) {
                (&mut lines).take(LONGEST_PARCEL).read_until(b'\n', &mut parcel).await?;
            }
            Ok::<_, io::Error>(())
        };
        if let Err(error) = read.await {
            tracing::debug!(%error, "a command of staff broke off");
            return;
        }
        let report = attend_to(&words, &parcel, &app).await;
        let told = serde_json::to_vec(&report).unwrap_or_default();
        if let Err(error) = writing.write_all(&told).await {
            tracing::warn!(%error, "a command of staff was done, and nobody waited for its end");
        }
    }

    /// Whether what was typed is an import, which has a file with it.
    fn is_import(words: &[u8]) -> bool {
        let typed = serde_json::from_slice::<Vec<String>>(words).unwrap_or_default();
        let typed = Arguments::try_parse_from(typed);
        matches!(typed, Ok(Arguments { command: Command::Import(_) }))
    }

    /// Hands what was typed, and the operator's file that goes with it, to the server that has `database`; `None`: no
    /// server has it.
    pub(crate) async fn knock(database: &Path, parcel: Option<&Parcel>) -> Result<Option<Report>, Failure> {
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
            if let Some(parcel) = parcel {
                serde_json::to_writer(&mut line, parcel)?;
                line.push(b'\n');
            }
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
pub(crate) use unix::knock;

#[cfg(not(unix))]
impl Door {
    /// There are no such sockets here: commands of staff need the server stopped.
    pub(crate) fn open(_database: &Path, _app: Arc<App>) -> Option<Door> {
        None
    }
}

/// No server can be asked here.
#[cfg(not(unix))]
pub(crate) async fn knock(
    _database: &Path,
    _parcel: Option<&Parcel>,
) -> Result<Option<Report>, crate::commands::Failure> {
    Ok(None)
}
