//! Finds examples in the documentation of crates, which are tests.

use std::{fs, process::Command};

use crate::{failure::Failure, step, workspace};

/// Whether a documentation line of a crate begins an example that rustdoc compiles. If none does, rustdoc need not run: it would compile
/// each crate once more.
pub(crate) fn exist() -> Result<bool, Failure> {
    let mut list = Command::new("git");
    list.current_dir(workspace::root()).args(["ls-files", "crates/*.rs", "bench/*.rs"]);
    let files = step::output_of(list)?;
    Ok(files
        .lines()
        .any(|file| fs::read_to_string(workspace::root().join(file)).is_ok_and(|text| has_example(&text))))
}

/// Whether a code block of a documentation comment is Rust that rustdoc compiles.
fn has_example(text: &str) -> bool {
    let mut is_inside = false;
    for line in text.lines() {
        let line = line.trim_start();
        let Some(comment) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else { continue };
        let Some(language) = comment.trim_start().strip_prefix("```") else { continue };
        if !is_inside && !matches!(language.trim(), "text" | "ignore" | "sql" | "sh" | "json" | "toml") {
            return true;
        }
        is_inside = !is_inside;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::has_example;

    #[test]
    fn code_of_another_language_is_no_example() {
        assert!(!has_example("/// Like this:\n/// ```text\n/// a picture\n/// ```\nfn f() {}"));
        assert!(!has_example("let fence = \"```\";\n"));
        assert!(has_example("    /// ```\n    /// assert!(true);\n    /// ```\n"));
        assert!(has_example("//! ```text\n//! a picture\n//! ```\n//! ```no_run\n//! run();\n//! ```\n"));
    }
}
