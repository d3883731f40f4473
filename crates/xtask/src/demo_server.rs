//! A real `sideout demo` on free ports.

use std::{
    fs::{self, File},
    io::{Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use sideout_testkit_postgres::Cluster;

use crate::{
    engine::Engine,
    failure::{Context, Failure},
    moment::Moment,
    workspace,
};

/// The number and interval of polls until the server is ready: 60 s in total.
const READY_POLLS: u32 = 600;
const READY_PAUSE: Duration = Duration::from_millis(100);
/// How long a server may take to stop after SIGINT: 15 s in total.
const STOP_POLLS: u32 = 150;

/// What the database of a server contains at its start.
#[derive(Clone, Copy)]
enum Contents {
    /// The sample operator, its staff and players.
    Sample,
    /// An owner, and nothing else.
    Empty,
}

/// A running demo server with data of its own. Dropping it stops the server and deletes the data.
pub(crate) struct DemoServer {
    child: Child,
    folder: PathBuf,
    listen: SocketAddr,
    sandbox: SocketAddr,
    log: PathBuf,
}

impl DemoServer {
    /// Starts `program demo` on an empty database of `engine` at the run's time; PostgreSQL requires `cluster`. The name is
    /// that of its log and folder.
    pub(crate) fn start(
        name: &str,
        program: &Path,
        engine: Engine,
        cluster: Option<&Cluster>,
        moment: &Moment,
    ) -> Result<Self, Failure> {
        Self::start_as(name, program, engine, cluster, moment.on(engine), moment, Contents::Sample)
    }

    /// Starts another server of the same kind, with an owner and no venue; its log has the owner's link.
    pub(crate) fn start_empty(
        program: &Path,
        engine: Engine,
        cluster: Option<&Cluster>,
        moment: &Moment,
    ) -> Result<Self, Failure> {
        let name = format!("e2e-{engine}-empty");
        Self::start_as(&name, program, engine, cluster, moment.on(engine), moment, Contents::Empty)
    }

    /// Starts another server, on the embedded database, whose clock tests may move forward, one test at a time.
    pub(crate) fn start_with_moving_clock(
        program: &Path,
        beside: Engine,
        moment: &Moment,
    ) -> Result<Self, Failure> {
        let name = format!("e2e-{beside}-moving");
        Self::start_as(&name, program, Engine::Sqlite, None, moment.on(beside), moment, Contents::Sample)
    }

    /// Starts `program demo` on the embedded database with this time (RFC 3339).
    pub(crate) fn start_at(name: &str, program: &Path, moment: &str) -> Result<Self, Failure> {
        let run = Moment::chosen(Some(moment));
        Self::start_as(name, program, Engine::Sqlite, None, moment, &run, Contents::Sample)
    }

    fn start_as(
        name: &str,
        program: &Path,
        engine: Engine,
        cluster: Option<&Cluster>,
        at: &str,
        run: &Moment,
        contents: Contents,
    ) -> Result<Self, Failure> {
        let folder = workspace::logs().join(format!("{name}-data"));
        if folder.exists() {
            fs::remove_dir_all(&folder).context(format!("could not empty {}", folder.display()))?;
        }
        fs::create_dir_all(&folder).context(format!("could not make {}", folder.display()))?;
        let (listen, sandbox) = (free_address()?, free_address()?);

        let mut command = tied_to_us(program);
        command.args(["demo", "--no-throttle", "--at", at]);
        match contents {
            // Players who may pay online (`web/e2e/paying.ts`).
            Contents::Sample => command.args(["--players", "40"]),
            Contents::Empty => command.arg("--empty"),
        };
        command.args(["--listen", &listen.to_string()]);
        run.set_for(&mut command);
        command.args(["--sandbox-listen", &sandbox.to_string(), "--data"]).arg(&folder);
        if engine == Engine::Postgres {
            let cluster =
                cluster.ok_or_else(|| Failure::Unexpected("no PostgreSQL cluster was started".to_owned()))?;
            let database = format!("{}_{}", name.replace('-', "_"), std::process::id());
            cluster.create_database(&database)?;
            command.args(["--database-url", &cluster.url(&database)]);
        }
        println!("\n=> server on {engine}: {}", crate::step::command_line_of(&command));
        let log = workspace::logs().join(format!("{name}-server.log"));
        let log_file = File::create(&log).context(format!("could not write {}", log.display()))?;
        let log_too = log_file.try_clone().context("could not share the log file")?;
        let child = command
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(log_file)
            .stderr(log_too)
            .spawn()
            .context(format!("could not start {}", program.display()))?;
        let mut server = Self { child, folder, listen, sandbox, log: log.clone() };
        server.wait_until_ready(name, &log)?;
        println!("   server on {engine}: ready at {}, log in {}", server.base_url(), log.display());
        Ok(server)
    }

    /// The address of the app, e.g. `http://127.0.0.1:43211`.
    pub(crate) fn base_url(&self) -> String {
        format!("http://{}", self.listen)
    }

    /// The address of the sandbox; its inbox has the codes that were "sent".
    pub(crate) fn sandbox_url(&self) -> String {
        format!("http://{}", self.sandbox)
    }

    /// What the demo has printed, with the links by which its staff sign in.
    pub(crate) fn log(&self) -> &Path {
        &self.log
    }

    fn wait_until_ready(&mut self, name: &str, log: &Path) -> Result<(), Failure> {
        for _ in 0..READY_POLLS {
            if answers_ok(self.listen, "/readyz") && TcpStream::connect(self.sandbox).is_ok() {
                return Ok(());
            }
            if self.child.try_wait().is_ok_and(|ended| ended.is_some()) {
                break;
            }
            thread::sleep(READY_PAUSE);
        }
        let text = fs::read_to_string(log).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let tail = lines[lines.len().saturating_sub(15)..].join("\n");
        Err(Failure::Server { name: format!("the server for {name}"), log: log.to_owned(), tail })
    }

    /// Stops the server like Ctrl-C; returns whether it ended by itself with success.
    pub(crate) fn stop(mut self) -> bool {
        // The standard library can only send SIGKILL; the shell's `kill` sends SIGINT.
        let signalled = Command::new("/bin/sh")
            .args(["-c", "kill -INT \"$1\"", "sh", &self.child.id().to_string()])
            .status();
        if signalled.is_ok_and(|status| status.success()) {
            for _ in 0..STOP_POLLS {
                match self.child.try_wait() {
                    Ok(Some(status)) => return status.success(),
                    Ok(None) => thread::sleep(READY_PAUSE),
                    Err(_) => break,
                }
            }
        }
        false
    }
}

impl Drop for DemoServer {
    fn drop(&mut self) {
        // The first two calls do nothing if the server has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The program, which the kernel ends if this process dies, where there is `setpriv`.
fn tied_to_us(program: &Path) -> Command {
    if !workspace::on_path("setpriv") {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "TERM", "--"]).arg(program);
    command
}

fn free_address() -> Result<SocketAddr, Failure> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("could not find a free port")?;
    listener.local_addr().context("could not find a free port")
}

/// Whether a GET of `path` returns 200 within two seconds.
fn answers_ok(address: SocketAddr, path: &str) -> bool {
    let request = || -> std::io::Result<bool> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
        let mut start = [0; 12];
        stream.read_exact(&mut start)?;
        Ok(&start == b"HTTP/1.1 200")
    };
    request().unwrap_or(false)
}
