//! A real `sideout demo`.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::Duration,
};

use crate::command::command_without_settings;

/// The interval and number of polls: two minutes in total, for a busy machine.
const PAUSE: Duration = Duration::from_millis(20);
const POLLS: u32 = 6_000;

pub(crate) struct Node {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Node {
    /// Starts it with sample data, without waiting.
    pub(crate) fn start(
        address: SocketAddr,
        data: &Path,
        database_url: Option<&str>,
        settings: &[(&str, &str)],
    ) -> Self {
        let mut more = vec!["--players", "20"];
        if let Some(url) = database_url {
            more.extend(["--database-url", url]);
        }
        Self::spawn(address, data, &more, settings)
    }

    /// Starts it without sample data, which take a while to write, and without waiting.
    pub(crate) fn start_empty(address: SocketAddr, data: &Path, settings: &[(&str, &str)]) -> Self {
        Self::spawn(address, data, &["--empty"], settings)
    }

    fn spawn(address: SocketAddr, data: &Path, more: &[&str], settings: &[(&str, &str)]) -> Self {
        let mut command = command_without_settings(env!("CARGO_BIN_EXE_sideout"));
        command
            .args(["demo", "--no-throttle", "--sandbox-listen", "127.0.0.1:0"])
            .args(["--listen", &address.to_string(), "--data"])
            .arg(data)
            .args(more);
        let child = command.envs(settings.iter().copied()).stdout(Stdio::null()).spawn().unwrap();
        Node { child, address }
    }

    /// Waits until a connection is accepted, which is before requests are served.
    pub(crate) fn wait_until_it_listens(&mut self) {
        self.wait_for("a port that listens", |address| TcpStream::connect(address).is_ok());
    }

    pub(crate) fn wait_until_ready(&mut self) {
        self.wait_for("readiness", is_ready);
    }

    fn wait_for(&mut self, what: &str, is_there: impl Fn(SocketAddr) -> bool) {
        for _ in 0..POLLS {
            if is_there(self.address) {
                return;
            }
            assert!(self.child.try_wait().unwrap().is_none(), "it ended instead of {what}");
            thread::sleep(PAUSE);
        }
        panic!("no {what}");
    }

    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    pub(crate) fn wait_for_its_end(&mut self) -> ExitStatus {
        for _ in 0..POLLS {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            thread::sleep(PAUSE);
        }
        panic!("it does not end");
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Whether `/readyz` reports ready.
pub(crate) fn is_ready(address: SocketAddr) -> bool {
    answers_ok(address, "/readyz")
}

/// Whether a GET of this path returns 200.
pub(crate) fn answers_ok(address: SocketAddr, path: &str) -> bool {
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
