//! One running cluster.

use std::{
    env, fs,
    io::{self, Write},
    net::{Ipv4Addr, TcpListener},
    os::unix::{fs::chown, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::Duration,
};

use crate::{
    ClusterError, Install, find_install,
    user::{self, Account},
};

/// Whether a commit waits for the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Each commit waits.
    Durable,
    /// No commit waits: several times faster, but the data does not survive a crash. For tests.
    Volatile,
}

/// A running PostgreSQL cluster with the superuser `postgres` and no password, reachable from this machine only.
///
/// It stops and its folder is removed when the value is dropped, and also when this process ends in any other way:
/// the shell that runs the server waits for the end of a pipe from this process.
#[derive(Debug)]
pub struct Cluster {
    port: u16,
    folder: PathBuf,
    install: Install,
    account: Option<Account>,
    supervisor: Child,
}

/// Supervises the server: ends it at once, and removes its folder, when standard input closes.
/// `$1` folder, `$2` server, the rest its arguments.
const SUPERVISOR: &str = r#"
trap '' INT TERM HUP
folder=$1; server=$2; shift 2
"$server" -D "$folder/data" -k "$folder" "$@" >"$folder/server.log" 2>&1 </dev/null &
running=$!
cat >/dev/null
kill -QUIT "$running" 2>/dev/null
wait "$running" 2>/dev/null
rm -rf "$folder"
"#;

/// How often a start checks at most whether the server is ready: 60 s in total.
const READY_POLLS: u32 = 1_200;
/// The pause between two of these checks.
const READY_PAUSE: Duration = Duration::from_millis(50);

impl Cluster {
    /// Creates and starts a cluster.
    ///
    /// # Errors
    /// [`ClusterError`] says what is missing or what the failed program printed.
    pub fn start(durability: Durability) -> Result<Self, ClusterError> {
        let install = find_install().ok_or(ClusterError::NotInstalled)?;
        let account = user::unprivileged()?;
        let folder = new_folder(account)?;
        let started = Self::start_in(&folder, install, account, durability);
        if started.is_err() {
            // The supervisor may have removed it already; what is left is only a temporary folder.
            let _ = fs::remove_dir_all(&folder);
        }
        started
    }

    fn start_in(
        folder: &Path,
        install: Install,
        account: Option<Account>,
        durability: Durability,
    ) -> Result<Self, ClusterError> {
        let mut initdb = Command::new(install.programs.join("initdb"));
        initdb.args([
            "--username=postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "-D",
        ]);
        initdb.arg(folder.join("data"));
        run("initdb", folder, account, initdb)?;

        let port = free_port()?;
        let mut supervisor = Command::new("/bin/sh");
        supervisor.args(["-c", SUPERVISOR, "supervisor"]).arg(folder).arg(install.programs.join("postgres"));
        supervisor.args(["-h", "127.0.0.1", "-p", &port.to_string(), "-c", "max_connections=300"]);
        if durability == Durability::Volatile {
            supervisor.args([
                "-c",
                "fsync=off",
                "-c",
                "synchronous_commit=off",
                "-c",
                "full_page_writes=off",
                // A race that ends in a deadlock waits for this long; the default is a second.
                "-c",
                "deadlock_timeout=100ms",
            ]);
            // Tests are short and empty their databases; statistics that come at any moment would change plans between them.
            supervisor.args(["-c", "autovacuum=off"]);
        }
        supervisor.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A group of its own: Ctrl-C in the terminal reaches this process alone, and the supervisor notices it by the pipe.
        supervisor.process_group(0).current_dir(folder);
        become_account(&mut supervisor, account);
        let mut cluster =
            Self { port, folder: folder.to_owned(), install, account, supervisor: supervisor.spawn()? };
        cluster.wait_until_ready()?;
        Ok(cluster)
    }

    fn wait_until_ready(&mut self) -> Result<(), ClusterError> {
        let log = self.folder.join("server.log");
        let mut text = String::new();
        for _ in 0..READY_POLLS {
            text = fs::read_to_string(&log).unwrap_or_default();
            if text.contains("database system is ready to accept connections") {
                return Ok(());
            }
            if text.contains("FATAL") || self.supervisor.try_wait()?.is_some() {
                break;
            }
            thread::sleep(READY_PAUSE);
        }
        let tail =
            text.lines().rev().take(8).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n");
        Err(ClusterError::NotReady { tail })
    }

    /// The address of a database in this cluster, as the superuser.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Creates an empty database.
    ///
    /// # Errors
    /// [`ClusterError`] if `createdb` fails, for example because the name is taken.
    pub fn create_database(&self, name: &str) -> Result<(), ClusterError> {
        let mut createdb = Command::new(self.install.programs.join("createdb"));
        createdb.args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", "postgres", name]);
        run("createdb", &self.folder, self.account, createdb)
    }

    /// The process ids of the server and all its workers at this moment, to measure memory and CPU time.
    pub fn process_ids(&self) -> Vec<u32> {
        let Ok(text) = fs::read_to_string(self.folder.join("data/postmaster.pid")) else { return Vec::new() };
        let Some(postmaster) = text.lines().next().and_then(|line| line.trim().parse::<u32>().ok()) else {
            return Vec::new();
        };
        let workers =
            fs::read_to_string(format!("/proc/{postmaster}/task/{postmaster}/children")).unwrap_or_default();
        std::iter::once(postmaster)
            .chain(workers.split_whitespace().filter_map(|number| number.parse().ok()))
            .collect()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.supervisor.stdin.take());
        // A failure is ignored, because the supervisor ends by itself.
        let _ = self.supervisor.wait();
    }
}

/// Creates a temporary folder that the server's account owns.
fn new_folder(account: Option<Account>) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    // Short: the path of a unix socket may have 107 bytes.
    let folder = env::temp_dir().join(format!("sideout-pg-{}-{number}", std::process::id()));
    fs::create_dir(&folder)?;
    if let Some(account) = account {
        chown(&folder, Some(account.uid), Some(account.gid))?;
    }
    Ok(folder)
}

/// Finds a port without a listener. If another program takes it before the server does, the start fails with the server's
/// own message.
fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

fn become_account(command: &mut Command, account: Option<Account>) {
    if let Some(account) = account {
        command.uid(account.uid).gid(account.gid);
    }
}

/// Runs one of PostgreSQL's programs to its end.
fn run(
    program: &'static str,
    folder: &Path,
    account: Option<Account>,
    mut command: Command,
) -> Result<(), ClusterError> {
    // The account may have no right to enter the working directory of this process.
    command.current_dir(folder).stdin(Stdio::null());
    become_account(&mut command, account);
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let mut message = output.stdout;
    message.write_all(&output.stderr)?;
    Err(ClusterError::Command { program, output: String::from_utf8_lossy(&message).into_owned() })
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    #[test]
    #[expect(clippy::print_stderr, reason = "a test that was skipped says so")]
    fn a_cluster_serves_while_it_is_held_and_leaves_nothing_behind() {
        let cluster = match Cluster::start(Durability::Volatile) {
            Ok(cluster) => cluster,
            Err(missing @ ClusterError::NotInstalled) if env::var_os("CI").is_none() => {
                eprintln!("SKIPPED: {missing}");
                return;
            }
            Err(error) => panic!("{error}"),
        };
        cluster.create_database("first").unwrap();
        assert!(cluster.create_database("first").is_err(), "a name can be used once");
        assert!(cluster.process_ids().len() > 3, "the server and its workers are listed");
        let (port, folder) = (cluster.port, cluster.folder.clone());
        assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok());

        drop(cluster);

        assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err());
        assert!(!folder.exists());
    }
}
