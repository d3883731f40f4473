//! Output for a person at a terminal.

/// Prints a line like `println!`, but ignores errors: a running server must survive the end of the terminal or pipe it was
/// started from, where `println!` would panic.
macro_rules! print_line {
    ($($format:tt)*) => {{
        use std::io::Write as _;
        drop(writeln!(std::io::stdout(), $($format)*));
    }};
}
