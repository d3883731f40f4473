//! A terminal into which commands are pasted.

use std::{
    io::{BufRead as _, BufReader, Read},
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, Sender, channel},
    thread,
    time::Duration,
};

/// The longest wait for a line, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A shell with commands, in a process group of its own; killed when a test fails.
pub(crate) struct Terminal {
    shell: Child,
    lines: Receiver<String>,
    seen: String,
}

impl Terminal {
    /// Runs the commands in this folder in a shell, with the built program on its path.
    pub(crate) fn paste(commands: &str, folder: &Path, variables: &[(&str, String)]) -> Self {
        let program = Path::new(env!("CARGO_BIN_EXE_sideout")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
        let mut shell = Command::new("sh");
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SIDEOUT_")) {
            shell.env_remove(name);
        }
        let mut shell = shell
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
        pass_on(shell.stdout.take().unwrap(), sender.clone());
        pass_on(shell.stderr.take().unwrap(), sender);
        Terminal { shell, lines, seen: String::new() }
    }

    /// Reads until the output contains this text; returns all output so far.
    pub(crate) fn read_until(&mut self, text: &str) -> String {
        self.read_while(|seen| !seen.contains(text));
        self.seen.clone()
    }

    /// Reads while this is true of the output so far.
    pub(crate) fn read_while(&mut self, is_wanting: impl Fn(&str) -> bool) {
        while is_wanting(&self.seen) {
            match self.lines.recv_timeout(TIMEOUT) {
                Ok(line) => self.seen += &line,
                Err(error) => panic!("{error} before what was waited for:\n{}", self.seen),
            }
        }
    }

    /// Presses Ctrl-C; returns all output.
    pub(crate) fn interrupt(mut self) -> String {
        self.signal("INT");
        while let Ok(line) = self.lines.recv_timeout(TIMEOUT) {
            self.seen += &line;
        }
        std::mem::take(&mut self.seen)
    }

    /// Sends a signal to all processes of the terminal.
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

/// Sends each line to the channel, until all writers have ended.
fn pass_on(output: impl Read + Send + 'static, lines: Sender<String>) {
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if lines.send(line + "\n").is_err() {
                return;
            }
        }
    });
}
