//! What must not stand in a test: the machine's clock or zone, on which a run would depend.

use std::{fs, process::Command};

use crate::{failure::Failure, step, workspace};

/// Words that a test may not say, and what it says instead.
struct Rule {
    words: &'static [&'static str],
    instead: &'static str,
}

const RUST: Rule = Rule {
    words: &["SystemClock", "SystemTime::now", "Timestamp::now", "Zoned::now", "TimeZone::system"],
    instead: "take sideout_testkit::FixedClock, or start the program with `demo --at`",
};
const BROWSER: Rule = Rule {
    words: &["Date.now()", "new Date()", ".clock.install(", ".clock.setFixedTime(", ".clock.setSystemTime("],
    instead: "ask `server.now()`, and take the browser's clock by `takeClock` (web/e2e/clock.ts)",
};
/// Where the browser's time is decided.
const DECIDE: [&str; 2] = ["web/e2e/clock.ts", "web/shots/stage.ts"];

/// One complaint per line that reads the machine's clock.
pub(super) fn complaints() -> Result<Vec<String>, Failure> {
    let mut list = Command::new("git");
    list.current_dir(workspace::root()).args(["ls-files", "crates", "bench", "web/e2e", "web/shots"]);
    let files = step::output_of(list)?;
    let read = |file: &str| fs::read_to_string(workspace::root().join(file)).unwrap_or_default();
    // This file has to say the words.
    let others = files.lines().filter(|file| !file.ends_with("check/real_clock.rs"));
    Ok(others.flat_map(|file| complaints_about(file, &read(file))).collect())
}

fn complaints_about(file: &str, text: &str) -> Vec<String> {
    let Some((rule, first)) = rule_for(file, text) else { return Vec::new() };
    let mut complaints = Vec::new();
    for (number, line) in text.lines().enumerate().skip(first) {
        // What the browser reads there is the server's time.
        let in_browser = line.contains("evaluate(");
        if let Some(word) = rule.words.iter().find(|word| line.contains(**word) && !in_browser) {
            complaints.push(format!("{file}:{}: {word}: {}", number + 1, rule.instead));
        }
    }
    // A demo without a moment takes the machine's. Nodes that are stopped and started again need a clock that never goes back.
    let restarts = file.starts_with("crates/server/tests/stopping/");
    if file.contains("/tests/") && !restarts && text.contains("\"demo\"") && !text.contains("\"--at\"") {
        complaints.push(format!("{file} starts a demo without --at"));
    }
    complaints
}

/// What holds for this file, and from which line on.
fn rule_for(file: &str, text: &str) -> Option<(&'static Rule, usize)> {
    if file.ends_with(".rs") {
        let first = if file.contains("/tests/") {
            Some(0)
        } else {
            text.lines().position(|line| line.trim() == "#[cfg(test)]")
        };
        return Some((&RUST, first?));
    }
    // In unit tests (web/src/testing/fixed-moment.ts) all of this is fixed.
    let browser = file.starts_with("web/e2e/") || file.starts_with("web/shots/");
    (browser && !DECIDE.contains(&file)).then_some((&BROWSER, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_reads_the_machines_clock_is_told_with_its_line() {
        let told = |file: &str, text: &str| complaints_about(file, text).join("\n");
        let said = told("crates/app/tests/a.rs", "let clock = 1;\nlet now = SystemClock.now();\n");
        assert!(said.starts_with("crates/app/tests/a.rs:2: SystemClock: take"), "{said}");
        assert!(told("web/e2e/a.spec.ts", "const now = Date.now();").contains("server.now()"));
        assert!(told("web/e2e/a.spec.ts", "await page.clock.install();").contains("takeClock"));
        assert!(told("crates/server/tests/a.rs", "start(&[\"demo\", \"--data\"])").contains("without --at"));
    }

    #[test]
    fn the_product_and_a_date_that_is_said_are_nobodys_business() {
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
