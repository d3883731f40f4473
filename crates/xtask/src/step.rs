//! Runs a command of a task: prints, logs and times it.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read, Write},
    path::PathBuf,
    process::{Command, Stdio},
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

use crate::{
    failure::{Context, Failure},
    stopwatch::Stopwatch,
    workspace,
};

/// How much of a command's output the terminal gets. The log always gets all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Show {
    /// Line by line as it comes.
    Everything,
    /// A line every ten seconds, and the end of the log after a failure.
    OnFailure,
}

/// The result of a step.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) name: String,
    pub(crate) seconds: f64,
    pub(crate) succeeded: bool,
    pub(crate) command: String,
    pub(crate) output: String,
    pub(crate) log: PathBuf,
}

impl Outcome {
    /// Makes a failed step the failure of the whole task, for required steps.
    pub(crate) fn required(self) -> Result<Self, Failure> {
        if self.succeeded {
            return Ok(self);
        }
        Err(Failure::Command { name: self.name, command: self.command, log: self.log })
    }
}

const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);
const LINES_ON_FAILURE: usize = 60;

/// Prints and runs `command`; writes its output to `target/xtask/NAME.log`.
pub(crate) fn run(name: &str, mut command: Command, show: Show) -> Result<Outcome, Failure> {
    let command_line = command_line_of(&command);
    println!("\n=> {name}: {command_line}");
    fs::create_dir_all(workspace::logs()).context("could not make the folder for logs")?;
    let log =
        workspace::logs().join(format!("{}.log", name.replace(|c: char| !c.is_ascii_alphanumeric(), "-")));
    let log_file = File::create(&log).context(format!("could not write {}", log.display()))?;

    let started = Stopwatch::start();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context(format!("could not start {command_line}"))?;
    let sink = Mutex::new(Sink { log: log_file, text: String::new(), show });
    thread::scope(|scope| {
        // The channel closes when both pipes have ended; until then its timeout triggers the progress lines.
        let (alive, ended) = mpsc::channel::<()>();
        let sink = &sink;
        let out = child.stdout.take();
        let err = child.stderr.take();
        let alive_too = alive.clone();
        scope.spawn(move || copy_lines(out, sink, alive));
        scope.spawn(move || copy_lines(err, sink, alive_too));
        while let Err(mpsc::RecvTimeoutError::Timeout) = ended.recv_timeout(PROGRESS_INTERVAL) {
            if show == Show::OnFailure {
                println!("   {name}: still running after {:.0} s", started.seconds());
            }
        }
    });
    let status = child.wait().context(format!("could not wait for {command_line}"))?;
    let output = sink.into_inner().unwrap_or_else(PoisonError::into_inner).text;
    let seconds = started.seconds();
    let succeeded = status.success();
    if succeeded {
        println!("   {name}: ok, {seconds:.1} s");
    } else {
        if show == Show::OnFailure {
            print_end(&output);
        }
        println!("   {name}: FAILED ({status}) after {seconds:.1} s, whole output in {}", log.display());
    }
    Ok(Outcome { name: name.to_owned(), seconds, succeeded, command: command_line, output, log })
}

/// Runs a check written in Rust and prints its complaints.
pub(crate) fn check(
    name: &str,
    what: &str,
    complaints: impl FnOnce() -> Result<Vec<String>, Failure>,
) -> Outcome {
    println!("\n=> {name}: {what}");
    let started = Stopwatch::start();
    let complaints = complaints().unwrap_or_else(|failure| vec![failure.to_string()]);
    for complaint in &complaints {
        println!("   {complaint}");
    }
    let seconds = started.seconds();
    let succeeded = complaints.is_empty();
    println!("   {name}: {}, {seconds:.1} s", if succeeded { "ok" } else { "FAILED" });
    Outcome {
        name: name.to_owned(),
        seconds,
        succeeded,
        command: what.to_owned(),
        output: complaints.join("\n"),
        log: workspace::logs(),
    }
}

/// Runs a short command that is not a step; returns its standard output.
pub(crate) fn output_of(mut command: Command) -> Result<String, Failure> {
    let command_line = command_line_of(&command);
    let output = command.stdin(Stdio::null()).output().context(format!("could not start {command_line}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(Failure::Unexpected(format!("{command_line} failed: {}", stderr.trim())))
}

/// The command as a person would type it.
pub(crate) fn command_line_of(command: &Command) -> String {
    let mut parts = vec![command.get_program().to_string_lossy().into_owned()];
    parts.extend(command.get_args().map(|word| word.to_string_lossy().into_owned()));
    let line = parts.join(" ");
    match command.get_current_dir().and_then(|folder| folder.strip_prefix(workspace::root()).ok()) {
        Some(folder) if !folder.as_os_str().is_empty() => format!("(cd {}; {line})", folder.display()),
        _ => line,
    }
}

struct Sink {
    log: File,
    text: String,
    show: Show,
}

fn copy_lines(pipe: Option<impl Read>, sink: &Mutex<Sink>, _alive: mpsc::Sender<()>) {
    let Some(pipe) = pipe else { return };
    let mut lines = BufReader::new(pipe);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
        let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&line);
        // A full disk must not stop the run; the output is kept in memory as well.
        let _ = sink.log.write_all(&line);
        if sink.show == Show::Everything {
            print!("{text}");
        }
        sink.text.push_str(&text);
        line.clear();
    }
}

/// Prints the last lines of a command's output.
pub(crate) fn print_end(output: &str) {
    let lines: Vec<&str> = output.lines().collect();
    for line in lines.iter().skip(lines.len().saturating_sub(LINES_ON_FAILURE)) {
        println!("   | {line}");
    }
}
