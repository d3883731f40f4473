//! What rendering may cost.

use std::time::Duration;

/// Bounds of one engine. A rendering that crosses one fails, and the next begins with a fresh engine.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Memory of the engine with all its code, in bytes.
    pub memory: usize,
    /// Stack of the JavaScript, in bytes; the thread has twice that.
    pub stack: usize,
    /// Time for one rendering.
    pub time: Duration,
    /// Drawings that may wait for the one under way.
    pub waiting: usize,
}

impl Default for Limits {
    /// A page takes 6 MB, 50 ms and little stack; the bounds are far beyond that and far below what would hurt.
    fn default() -> Self {
        Limits { memory: 128 << 20, stack: 2 << 20, time: Duration::from_secs(5), waiting: 16 }
    }
}
