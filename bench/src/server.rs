//! Starts and stops the servers that are measured.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use crate::{failure::Failure, process, stopwatch::Stopwatch};

/// A server process; killed when dropped, unless [`Server::stop`] has ended it.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    /// The address of a demo's sandbox; of the server itself if there is no sandbox.
    pub(crate) sandbox: SocketAddr,
    /// The file with the server's output.
    pub(crate) log: PathBuf,
    /// From the start of the process to the first 200 of the path that reports that it is ready.
    pub(crate) ready_after: Duration,
}

/// The pause between two checks whether a server is ready; it bounds the error of a measured start.
const READY_PAUSE: Duration = Duration::from_micros(500);
const READY_TIMEOUT: Duration = Duration::from_secs(120);
/// How often at most it is checked whether a server has stopped, and the pause between two checks: 20 s in total.
const STOP_POLLS: u32 = 1_000;
const STOP_PAUSE: Duration = Duration::from_millis(20);
/// How often a start is tried: between the search for a free port and its use another program may take it.
const START_TRIES: u32 = 3;

impl Server {
    /// Starts `program` and waits until GET `ready_path` answers 200.
    pub(crate) fn start(
        program: &Path,
        arguments: Vec<OsString>,
        address: SocketAddr,
        ready_path: &str,
        log: &Path,
    ) -> Result<Self, Failure> {
        let log_file = File::create(log)?;
        let log_too = log_file.try_clone()?;
        let watch = Stopwatch::start();
        let mut child = Command::new(program)
            .args(arguments)
            // The load generator acts as a trusted proxy: its requests name the addresses of the callers.
            .env("SIDEOUT_HTTP__TRUSTED_PROXIES", "127.0.0.1")
            .stdin(Stdio::null())
            .stdout(log_file)
            .stderr(log_too)
            .spawn()?;
        while !answers_ok(address, ready_path) {
            if child.try_wait()?.is_some() || watch.elapsed() > READY_TIMEOUT {
                let _ = child.kill();
                let log_text = std::fs::read_to_string(log).unwrap_or_default();
                return Err(Failure::Unexpected(format!(
                    "{} did not get ready:\n{log_text}",
                    program.display()
                )));
            }
            thread::sleep(READY_PAUSE);
        }
        let ready_after = watch.elapsed();
        Ok(Self { child, address, sandbox: address, log: log.to_owned(), ready_after })
    }

    /// Starts the baseline server in a process of its own.
    pub(crate) fn hello(folder: &Path) -> Result<Self, Failure> {
        let program = std::env::current_exe()?;
        retry(|| {
            let address = free_address()?;
            let arguments = vec!["hello".into(), "--listen".into(), address.to_string().into()];
            Self::start(&program, arguments, address, "/hello", &folder.join("hello.log"))
        })
    }

    /// `sideout demo` with `players` demo players; on SQLite when no database is named.
    pub(crate) fn demo(
        program: &Path,
        folder: &Path,
        database_url: Option<&str>,
        players: usize,
    ) -> Result<Self, Failure> {
        retry(|| Self::demo_once(program, folder, database_url, players))
    }

    fn demo_once(
        program: &Path,
        folder: &Path,
        database_url: Option<&str>,
        players: usize,
    ) -> Result<Self, Failure> {
        let (address, sandbox) = (free_address()?, free_address()?);
        let mut arguments: Vec<OsString> = vec!["demo".into(), "--no-throttle".into()];
        let mut add = |name: &str, value: OsString| arguments.extend([name.into(), value]);
        add("--listen", address.to_string().into());
        add("--sandbox-listen", sandbox.to_string().into());
        add("--players", players.to_string().into());
        add("--data", data_folder(folder).into());
        if let Some(url) = database_url {
            add("--database-url", url.into());
        }
        let mut server = Self::start(program, arguments, address, "/readyz", &folder.join("server.log"))?;
        server.sandbox = sandbox;
        Ok(server)
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn cpu_seconds(&self) -> f64 {
        process::cpu_seconds(self.child.id())
    }

    /// Stops it as Ctrl-C would and waits for its end. A server that does not stop in time is reported and killed.
    pub(crate) fn stop(mut self) -> Result<(), Failure> {
        // The standard library can only send SIGKILL; the shell's `kill` sends SIGINT.
        Command::new("/bin/sh")
            .args(["-c", "kill -INT \"$1\"", "sh", &self.child.id().to_string()])
            .status()?;
        for _ in 0..STOP_POLLS {
            if let Some(status) = self.child.try_wait()? {
                if !status.success() {
                    println!("   (the server did not stop cleanly: {status})");
                }
                return Ok(());
            }
            thread::sleep(STOP_PAUSE);
        }
        let seconds = (STOP_PAUSE * STOP_POLLS).as_secs();
        println!("   (the server did not stop within {seconds} s of SIGINT, and was killed)");
        Ok(())
    }
}

/// The first success of `start` in [`START_TRIES`] tries, else its last failure.
fn retry(start: impl Fn() -> Result<Server, Failure>) -> Result<Server, Failure> {
    for _ in 1..START_TRIES {
        match start() {
            Ok(server) => return Ok(server),
            Err(failure) => println!("   (tried again: {failure})"),
        }
    }
    start()
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where a demo server keeps its data below `folder`.
pub(crate) fn data_folder(folder: &Path) -> PathBuf {
    folder.join("data")
}

fn free_address() -> io::Result<SocketAddr> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()
}

fn answers_ok(address: SocketAddr, path: &str) -> bool {
    let request = || -> io::Result<bool> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
        let mut start = [0; 12];
        stream.read_exact(&mut start)?;
        Ok(&start == b"HTTP/1.1 200")
    };
    request().unwrap_or(false)
}
