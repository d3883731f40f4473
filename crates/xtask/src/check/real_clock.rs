//! Checks that no test reads the machine's clock or time zone, on which its result would depend.

use std::{fs, process::Command};

use crate::{failure::Failure, step, workspace};

/// Texts that a test must not contain, and what to use instead.
struct Rule {
    forbidden: &'static [&'static str],
    instead: &'static str,
}

const RUST: Rule = Rule {
    forbidden: &["SystemClock", "SystemTime::now", "Timestamp::now", "Zoned::now", "TimeZone::system"],
    instead: "use sideout_testkit::FixedClock, or start the program with `demo --at`",
};
const BROWSER: Rule = Rule {
    forbidden: &[
        "Date.now()",
        "new Date()",
        ".clock.install(",
        ".clock.setFixedTime(",
        ".clock.setSystemTime(",
    ],
    instead: "use `server.now()`, and set the browser's clock by `takeClock` (web/e2e/clock.ts)",
};
/// The files that set the browser's time.
const CLOCK_FILES: [&str; 2] = ["web/e2e/clock.ts", "web/shots/fixtures.ts"];

/// One complaint for each line that reads the machine's clock, and for each file that starts a demo with that clock.
pub(super) fn complaints() -> Result<Vec<String>, Failure> {
    let mut list = Command::new("git");
    list.current_dir(workspace::root()).args(["ls-files", "crates", "bench", "web/e2e", "web/shots"]);
    let files = step::output_of(list)?;
    let read = |file: &str| fs::read_to_string(workspace::root().join(file)).unwrap_or_default();
    // This file contains the texts itself.
    let others = files.lines().filter(|file| !file.ends_with("check/real_clock.rs"));
    Ok(others.flat_map(|file| complaints_about(file, &read(file))).collect())
}

fn complaints_about(file: &str, text: &str) -> Vec<String> {
    let Some((rule, first)) = rule_for(file, text) else { return Vec::new() };
    let mut complaints = Vec::new();
    for (number, line) in text.lines().enumerate().skip(first) {
        // In the browser this is the server's time.
        let is_in_browser = line.contains("evaluate(");
        if let Some(word) = rule.forbidden.iter().find(|word| line.contains(**word) && !is_in_browser) {
            complaints.push(format!("{file}:{}: {word}: {}", number + 1, rule.instead));
        }
    }
    // A demo without --at uses the machine's clock. Nodes that are restarted need it, because it never goes back.
    let is_restarted = file.starts_with("crates/server/tests/stopping/");
    if file.contains("/tests/") && !is_restarted && text.contains("\"demo\"") && !text.contains("\"--at\"") {
        complaints.push(format!("{file} starts a demo without --at"));
    }
    complaints
}

/// The rule for this file, and the line from which it applies.
fn rule_for(file: &str, text: &str) -> Option<(&'static Rule, usize)> {
    if file.ends_with(".rs") {
        // Unit tests may have a file of their own, which the module names after `#[cfg(test)]`.
        let first = if file.contains("/tests/") || file.ends_with("/tests.rs") {
            Some(0)
        } else {
            text.lines().position(|line| line.trim() == "#[cfg(test)]")
        };
        return Some((&RUST, first?));
    }
    // In unit tests web/src/testing/isolation.ts fixes the clock.
    let is_browser_test = file.starts_with("web/e2e/") || file.starts_with("web/shots/");
    (is_browser_test && !CLOCK_FILES.contains(&file)).then_some((&BROWSER, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_reads_the_machines_clock_is_reported_with_its_line() {
        let complaints = |file: &str, text: &str| complaints_about(file, text).join("\n");
        let complaint = complaints("crates/app/tests/a.rs", "let clock = 1;\nlet now = SystemClock.now();\n");
        assert!(complaint.starts_with("crates/app/tests/a.rs:2: SystemClock: use"), "{complaint}");
        let unit_test = complaints("crates/domain/src/a/tests.rs", "let now = Timestamp::now();\n");
        assert!(unit_test.starts_with("crates/domain/src/a/tests.rs:1: Timestamp::now: use"), "{unit_test}");
        assert!(complaints("web/e2e/a.spec.ts", "const now = Date.now();").contains("server.now()"));
        assert!(complaints("web/e2e/a.spec.ts", "await page.clock.install();").contains("takeClock"));
        assert!(
            complaints("crates/server/tests/a.rs", "start(&[\"demo\", \"--data\"])").contains("without --at")
        );
    }

    #[test]
    fn the_product_and_a_written_date_are_not_reported() {
        for (file, text) in [
            ("crates/server/src/a.rs", "let now = SystemClock.now();\n#[cfg(test)]\nmod tests {}\n"),
            ("web/e2e/a.spec.ts", "new Date('2026-11-22')"),
            ("web/e2e/a.spec.ts", "const shown = await page.evaluate(() => Date.now());"),
            ("web/e2e/clock.ts", "Date.now()"),
            ("web/src/a.test.ts", "new Date(Date.now() + 1)"),
            ("crates/server/tests/a.rs", "start(&[\"demo\", \"--at\"])"),
        ] {
            assert_eq!(complaints_about(file, text), Vec::<String>::new(), "{file}");
        }
    }
}
