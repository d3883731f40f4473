//! The limits of rendering.

use std::time::Duration;

/// Limits of one engine, and of the queue in front of it. A rendering that exceeds memory, stack or time fails.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Memory of the engine with all its code, in bytes.
    pub memory: usize,
    /// Stack of the JavaScript, in bytes.
    pub stack: usize,
    /// Time for one rendering, and as much for loading the code.
    pub time: Duration,
    /// Renderings that may wait for the current one; 0 counts as 1.
    pub waiting: usize,
}

impl Default for Limits {
    /// Limits far above what a page takes, and low enough to protect the server.
    fn default() -> Self {
        Limits { memory: 128 << 20, stack: 2 << 20, time: Duration::from_secs(5), waiting: 16 }
    }
}
