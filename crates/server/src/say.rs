//! What the program tells a person at a terminal.

/// Prints a line, as `println!` does, but a terminal or pipe that is gone stops nothing: a running server must outlive
/// the window it was started from.
macro_rules! say {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        // There is nobody left to tell.
        drop(writeln!(std::io::stdout(), $($words)*));
    }};
}
