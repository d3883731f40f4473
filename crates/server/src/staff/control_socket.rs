//! A Unix socket beside an embedded database. The server that owns the database executes the staff commands it receives
//! there. Only the server's own user and root can open the socket.

use std::{
    ffi::OsString,
    io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use clap::Parser as _;
use serde::Serialize;
use sideout_app::App;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{UnixListener, UnixStream},
};

use super::{
    closure_notices::ClosureNotices,
    context::StaffContext,
    execute::execute,
    import::{ImportBundle, import},
    recover::recover,
    report::Report,
};
use crate::{
    cli::{Arguments, Command},
    failure::Failure,
};

/// The longest command line that is read, in bytes.
const MAX_COMMAND_BYTES: u64 = 64 * 1024;
/// The largest operator file with its pictures that is read, in bytes.
const MAX_BUNDLE_BYTES: u64 = 512 * 1024 * 1024;

/// `<database>.sock`, beside the database file itself, also if `database` is a symbolic link to it.
fn socket_path(database: &Path) -> PathBuf {
    let real = std::fs::canonicalize(database).unwrap_or_else(|_| database.to_path_buf());
    let mut name = OsString::from(real);
    name.push(".sock");
    name.into()
}

/// The open control socket of a server.
#[derive(Debug)]
pub(crate) struct ControlSocket {
    path: PathBuf,
    accepting: tokio::task::JoinHandle<()>,
}

impl ControlSocket {
    /// Opens the socket of the server that owns `database`. On failure the server runs without one.
    pub(crate) fn open(database: &Path, app: Arc<App>) -> Option<ControlSocket> {
        let path = socket_path(database);
        // A killed server leaves its socket. This process owns the database now, so no other server listens there.
        drop(std::fs::remove_file(&path));
        let listener = UnixListener::bind(&path).and_then(|listener| {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
            Ok(listener)
        });
        match listener {
            Ok(listener) => Some(ControlSocket { path, accepting: tokio::spawn(accept(listener, app)) }),
            Err(error) => {
                let path = path.display();
                tracing::warn!(%error, %path, "no control socket: staff commands need this server stopped");
                None
            }
        }
    }

    /// Stops accepting commands and aborts those in progress: each unit of work is done whole or not at all.
    pub(crate) fn close(self) {
        self.accepting.abort();
        if let Err(error) = std::fs::remove_file(&self.path) {
            tracing::debug!(%error, "the control socket was already removed");
        }
    }
}

/// Executes a command that another process sent; `bundle` is the operator file that came with it.
async fn execute_received(command_line: &[u8], bundle: &[u8], app: &App) -> Report {
    let Ok(arguments) = serde_json::from_slice::<Vec<String>>(command_line) else {
        return Report::failed(
            "the running server did not receive the whole command, which has more than 64 KiB or was cut off; nothing was \
             changed: make it shorter or run it again",
        );
    };
    let context = StaffContext {
        store: &app.store,
        clock: app.clock.as_ref(),
        random: app.random.as_ref(),
        receipts: &app.settings.receipts,
        desk: &app.settings.desk,
        public_url: &app.settings.public_url,
        closure_notices: ClosureNotices::sent_by(app).await,
        uses_msg91: app.notification_channels.text_list.uses_msg91(),
    };
    match Arguments::try_parse_from(arguments) {
        Ok(Arguments { command: Command::Staff(command) }) => execute(&command, &context).await,
        Ok(Arguments { command: Command::Import(arguments) }) => {
            match serde_json::from_slice::<ImportBundle>(bundle) {
                Ok(bundle) => import(&arguments, &bundle, &context, &app.images).await,
                Err(_) => Report::failed(
                    "the running server did not receive the whole operator file, which has more than 512 MiB with its pictures or was \
                     cut off; nothing was changed: make it smaller or run it again",
                ),
            }
        }
        Ok(Arguments { command: Command::Recover(arguments) }) => recover(&arguments, app).await,
        Ok(_) => Report::failed(
            "the running server does not execute this command; stop the server and run it again",
        ),
        Err(error) => Report::failed(format!(
            "the running server, which may be of another version, does not understand the command; run it with the program of the server: \
             {error}"
        )),
    }
}

async fn accept(listener: UnixListener, app: Arc<App>) {
    let mut connections = tokio::task::JoinSet::new();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(connections.spawn(serve_connection(stream, app.clone()))),
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection on the control socket");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
        while connections.try_join_next().is_some() {}
    }
}

async fn serve_connection(stream: UnixStream, app: Arc<App>) {
    let (reading, mut writing) = stream.into_split();
    let (mut command_line, mut bundle) = (Vec::new(), Vec::new());
    let mut lines = BufReader::new(reading);
    let read = async {
        (&mut lines).take(MAX_COMMAND_BYTES).read_until(b'\n', &mut command_line).await?;
        // An import sends its files as a second line.
        if is_import(&command_line) {
            (&mut lines).take(MAX_BUNDLE_BYTES).read_until(b'\n', &mut bundle).await?;
        }
        Ok::<_, io::Error>(())
    };
    if let Err(error) = read.await {
        tracing::debug!(%error, "a staff command was not received completely");
        return;
    }
    let report = execute_received(&command_line, &bundle, &app).await;
    let response = serde_json::to_vec(&report).unwrap_or_default();
    if let Err(error) = writing.write_all(&response).await {
        tracing::warn!(%error, "staff command finished after its client disconnected");
    }
}

/// Whether the command is an import, which sends an operator file.
fn is_import(command_line: &[u8]) -> bool {
    let arguments = serde_json::from_slice::<Vec<String>>(command_line).unwrap_or_default();
    let arguments = Arguments::try_parse_from(arguments);
    matches!(arguments, Ok(Arguments { command: Command::Import(_) }))
}

/// Sends this process's command line, and the operator file of an import, to the server that owns `database`, and
/// waits for its report. `None` if no server listens there.
pub(crate) async fn send_command(
    database: &Path,
    bundle: Option<&ImportBundle>,
) -> Result<Option<Report>, Failure> {
    let mut stream = match UnixStream::connect(socket_path(database)).await {
        Ok(stream) => stream,
        // The path of a socket has at most about 100 bytes. No server can listen at a longer one.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused | io::ErrorKind::InvalidInput
            ) =>
        {
            return Ok(None);
        }
        Err(error) => {
            return Err(Failure::new(format!(
                "cannot connect to the running server at {}: {error}; run this as the server's user",
                socket_path(database).display()
            )));
        }
    };
    let arguments: Vec<String> =
        std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let mut lines = line_of(
        &arguments,
        MAX_COMMAND_BYTES,
        "the command has more than 64 KiB, the most that a running server reads; make it shorter, or stop the server and run it again",
    )?;
    if let Some(bundle) = bundle {
        lines.extend(line_of(
            bundle,
            MAX_BUNDLE_BYTES,
            "the operator file has more than 512 MiB with its pictures, the most that a running server reads; make the pictures \
             smaller, or stop the server and run the command again",
        )?);
    }
    let sent = stream.write_all(&lines).await;
    let mut response = Vec::new();
    let received = stream.read_to_end(&mut response).await;
    // A server of another version that does not understand an import reads no operator file: its report is there although the
    // connection breaks.
    if let Ok(report) = serde_json::from_slice(&response) {
        return Ok(Some(report));
    }
    let next = how_to_go_on(bundle.is_some());
    Err(match sent.and(received) {
        Err(error) => Failure::new(format!("the running server did not answer ({error}): {next}")),
        Ok(_) => Failure::new(format!("the server stopped before the command was finished: {next}")),
    })
}

/// `value` as a line of JSON, of at most `most` bytes with its end; `too_long` is the error of a longer one.
fn line_of(value: &impl Serialize, most: u64, too_long: &'static str) -> Result<Vec<u8>, Failure> {
    let mut line = serde_json::to_vec(value).map_err(|error| {
        Failure::new(format!("the command cannot be sent: {error}; stop the server and run it again"))
    })?;
    line.push(b'\n');
    if u64::try_from(line.len()).is_ok_and(|length| length <= most) {
        Ok(line)
    } else {
        Err(Failure::new(too_long))
    }
}

/// What the operator does about a command without a report. The file of an import may be written, and then `--close all` finds no booking
/// any more.
fn how_to_go_on(is_import: bool) -> &'static str {
    if is_import {
        "run the command again; if nothing differs then, the file is imported, and with --close all also cancel the bookings that sideout \
         doctor lists, by --close and their numbers"
    } else {
        "run the command again"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_longer_than_the_server_reads_is_refused_before_it_is_sent() {
        // Two brackets, two quotes and the end of the line.
        let longest = ["x".repeat(16 - 5)];
        assert_eq!(line_of(&longest, 16, "too long").unwrap().len(), 16);
        let longer = ["x".repeat(16 - 4)];
        assert_eq!(line_of(&longer, 16, "too long").unwrap_err().to_string(), "too long");
    }

    #[tokio::test]
    async fn no_server_listens_at_a_path_that_is_too_long_for_a_socket() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("x".repeat(120)).join("sideout.db");
        assert_eq!(
            UnixListener::bind(socket_path(&database)).unwrap_err().kind(),
            io::ErrorKind::InvalidInput
        );
        assert_eq!(send_command(&database, None).await.unwrap(), None);
    }

    #[tokio::test]
    async fn the_report_of_a_server_that_reads_no_operator_file_arrives() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("sideout.db");
        let server = UnixListener::bind(socket_path(&database)).unwrap();
        // One fits into the buffer of the socket, the other one cannot be sent whole.
        for length in [64 * 1024, 4 * 1024 * 1024] {
            let bundle = serde_json::json!({ "text": "x".repeat(length), "pictures": {} });
            let bundle: ImportBundle = serde_json::from_value(bundle).unwrap();
            let refuse = async {
                let (mut stream, _) = server.accept().await.unwrap();
                let mut command_line = Vec::new();
                BufReader::new(&mut stream).read_until(b'\n', &mut command_line).await.unwrap();
                let report = serde_json::to_vec(&Report::failed("not understood")).unwrap();
                stream.write_all(&report).await.unwrap();
            };
            let (sent, ()) = tokio::join!(send_command(&database, Some(&bundle)), refuse);
            assert_eq!(sent.unwrap(), Some(Report::failed("not understood")), "{length} bytes");
        }
    }

    #[tokio::test]
    async fn an_import_without_a_report_is_told_what_close_all_does_not_find_any_more() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("sideout.db");
        let server = UnixListener::bind(socket_path(&database)).unwrap();
        let bundle: ImportBundle = serde_json::from_str(r#"{"text":"","pictures":{}}"#).unwrap();
        for (bundle, is_told) in [(Some(&bundle), true), (None, false)] {
            let hang_up = async { drop(server.accept().await.unwrap()) };
            let (sent, ()) = tokio::join!(send_command(&database, bundle), hang_up);
            let message = sent.unwrap_err().to_string();
            assert!(message.contains("run the command again"), "{message}");
            assert_eq!(message.contains("sideout doctor lists, by --close"), is_told, "{message}");
        }
    }
}
