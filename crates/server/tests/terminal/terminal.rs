//! A shell that runs commands of a test, with all output read line by line.

use std::{
    io::{BufRead as _, BufReader, Read},
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::Duration,
};

use crate::command::command_without_settings;

/// The longest wait for the next line of output: a machine that runs all tests is slow.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A shell with its commands, in a process group of its own, which is killed when this value is dropped.
pub(crate) struct Terminal {
    shell: Child,
    lines: Receiver<String>,
    seen: String,
}

impl Terminal {
    /// Runs the commands in this folder in a shell, with the built program on its path and without the caller's `SIDEOUT_` variables.
    pub(crate) fn run(commands: &str, folder: &Path, variables: &[(&str, String)]) -> Self {
        let program = Path::new(env!("CARGO_BIN_EXE_sideout")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
        let mut shell = command_without_settings("sh")
            .args(["-c", commands])
            .current_dir(folder)
            .env("PATH", path)
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        send_lines(shell.stdout.take().unwrap(), sender.clone());
        send_lines(shell.stderr.take().unwrap(), sender);
        Terminal { shell, lines, seen: String::new() }
    }

    /// Reads until the output contains this text; returns all output so far.
    pub(crate) fn read_until(&mut self, text: &str) -> String {
        self.read_while(|seen| !seen.contains(text));
        self.seen.clone()
    }

    /// Reads while the output so far is incomplete.
    pub(crate) fn read_while(&mut self, is_incomplete: impl Fn(&str) -> bool) {
        while is_incomplete(&self.seen) {
            match self.lines.recv_timeout(TIMEOUT) {
                Ok(line) => self.seen += &line,
                Err(error) => {
                    panic!("the expected output did not come ({error}); all output:\n{}", self.seen)
                }
            }
        }
    }

    /// Sends SIGINT, as Ctrl-C does, and reads until the output ends; returns all output.
    ///
    /// # Panics
    /// If the output does not end and no line comes for [`TIMEOUT`].
    pub(crate) fn interrupt(mut self) -> String {
        self.signal("INT");
        loop {
            match self.lines.recv_timeout(TIMEOUT) {
                Ok(line) => self.seen += &line,
                Err(RecvTimeoutError::Disconnected) => return std::mem::take(&mut self.seen),
                Err(RecvTimeoutError::Timeout) => {
                    panic!("nothing ended by SIGINT; all output:\n{}", self.seen)
                }
            }
        }
    }

    /// Sends a signal to all processes of the shell's group; a group that has ended is no error.
    pub(crate) fn signal(&self, name: &str) {
        let group = format!("-{}", self.shell.id());
        let _ = Command::new("kill").args([&format!("-{name}"), "--", &group]).stderr(Stdio::null()).status();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.signal("KILL");
        let _ = self.shell.wait();
    }
}

/// Sends each line to the channel until the output ends, a line is not UTF-8, or the receiver is dropped.
fn send_lines(output: impl Read + Send + 'static, lines: Sender<String>) {
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if lines.send(line + "\n").is_err() {
                return;
            }
        }
    });
}
