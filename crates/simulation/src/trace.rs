//! What happened, line by line: a failure shows the last lines, and the hash compares two runs.

use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};

/// The trace of a run.
#[derive(Default)]
pub(crate) struct Trace(Mutex<Lines>);

#[derive(Default)]
struct Lines {
    hash: Sha256,
    /// Each line with the step in which it was added.
    lines: Vec<(usize, String)>,
    step: usize,
}

impl Trace {
    /// Begins a step.
    pub(crate) fn begin_step(&self, step: usize) {
        self.0.lock().step = step;
    }

    /// Appends a line to the present step.
    pub(crate) fn add(&self, line: String) {
        let mut lines = self.0.lock();
        lines.hash.update(line.as_bytes());
        lines.hash.update(b"\n");
        let step = lines.step;
        lines.lines.push((step, line));
    }

    /// The first eight bytes of the SHA-256 of all lines so far, in hex.
    pub(crate) fn hash(&self) -> String {
        let digest = self.0.lock().hash.clone().finalize();
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// The lines of the last `steps` steps.
    pub(crate) fn last_steps(&self, steps: usize) -> Vec<String> {
        let lines = self.0.lock();
        let from = (lines.step + 1).saturating_sub(steps);
        let last = lines.lines.iter().filter(|(step, _)| *step >= from);
        last.map(|(step, line)| format!("{step:>5}  {line}")).collect()
    }
}
