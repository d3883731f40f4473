//! Reads the numbers of passed and failed tests from the summaries of test runners.

use std::{iter::Sum, ops::Add};

/// The numbers of passed and failed tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

/// A test runner, by the format of its summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Runner {
    /// `Summary [ 1.2s] 12 tests run: 10 passed, 1 failed, 1 timed out, 3 skipped`
    Nextest,
    /// `test result: ok. 5 passed; 0 failed; …`, once per test program
    CargoTest,
    /// `Tests  1 failed | 11 passed (12)`
    Vitest,
    /// `  1 failed`, `  2 flaky`, `  12 passed (3.4s)` on lines of their own
    Playwright,
    /// `12 passed, 3 failed`, the last line of `cargo xtask test`
    Ourselves,
}

impl Runner {
    /// Reads the counts from `output`. A failed run without a failed test counts as one failure, and so does a run without any
    /// test unless it may be empty: an unreadable summary must never look like success.
    pub(crate) fn tally(self, output: &str, succeeded: bool, may_be_empty: bool) -> Tally {
        let plain = without_colours(output);
        let lines: Vec<&str> = plain.lines().collect();
        // Our own summary is at the end, after those of the runners.
        let first = if self == Self::Ourselves { lines.len().saturating_sub(1) } else { 0 };
        let mut tally: Tally = lines[first..].iter().map(|line| self.tally_line(line)).sum();
        let is_silent = tally == Tally::default() && !may_be_empty;
        if tally.failed == 0 && (!succeeded || is_silent) {
            tally.failed = 1;
        }
        tally
    }

    fn tally_line(self, line: &str) -> Tally {
        let counts = match self {
            Self::Nextest => {
                match line.trim_start().strip_prefix("Summary [").and_then(|l| l.split_once("run: ")) {
                    Some((_, counts)) => counts,
                    None => return Tally::default(),
                }
            }
            Self::CargoTest => match line.trim_start().strip_prefix("test result: ") {
                Some(rest) => rest.split_once(". ").map_or(rest, |(_, counts)| counts),
                None => return Tally::default(),
            },
            Self::Vitest => match line.trim_start().strip_prefix("Tests ") {
                Some(counts) => counts,
                None => return Tally::default(),
            },
            Self::Playwright | Self::Ourselves => line,
        };
        counts.split([',', ';', '|']).map(|part| self.tally_part(part.trim())).sum()
    }

    fn tally_part(self, part: &str) -> Tally {
        let Some((number, word)) = part.split_once(' ') else { return Tally::default() };
        let Ok(number) = number.parse::<u64>() else { return Tally::default() };
        // `10 passed (1 slow)`, `12 passed (3.4s)`: the text in brackets does not change the outcome.
        let word = word.split(" (").next().unwrap_or(word);
        match word {
            "passed" | "flaky" if self != Self::Nextest || word == "passed" => {
                Tally { passed: number, failed: 0 }
            }
            "failed" | "timed out" | "exec failed" | "interrupted" | "did not run" => {
                Tally { passed: 0, failed: number }
            }
            _ => Tally::default(),
        }
    }
}

/// Removes the terminal's colour codes.
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character == '\u{1b}' {
            // `ESC [ … letter`
            for follower in characters.by_ref() {
                if follower.is_ascii_alphabetic() {
                    break;
                }
            }
        } else {
            plain.push(character);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nextest_counts_timeouts_as_failures_and_ignores_the_captured_output_of_tests() {
        let output = "    test result: FAILED. 0 passed; 1 failed; 0 ignored\n\
                      \x1b[31m     Summary\x1b[0m [   1.596s] 13 tests run: 10 passed (1 slow), 2 failed, 1 timed out, 4 skipped\n";
        assert_eq!(Runner::Nextest.tally(output, false, false), Tally { passed: 10, failed: 3 });
    }

    #[test]
    fn cargo_test_is_summed_over_its_programs() {
        let output = "test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured\n\
                      test result: FAILED. 2 passed; 1 failed; 0 ignored\n";
        assert_eq!(Runner::CargoTest.tally(output, false, false), Tally { passed: 7, failed: 1 });
    }

    #[test]
    fn vitest_counts_tests_and_not_files() {
        let output = " Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 11 passed (13)\n";
        assert_eq!(Runner::Vitest.tally(output, false, false), Tally { passed: 11, failed: 2 });
    }

    #[test]
    fn playwright_counts_flaky_as_passed_and_unrun_as_failed() {
        let output = "  1 failed\n    [phone] › e2e/book.spec.ts:3:1 › books a court\n  1 flaky\n  2 did not run\n  12 passed (3.4s)\n";
        assert_eq!(Runner::Playwright.tally(output, false, false), Tally { passed: 13, failed: 3 });
    }

    #[test]
    fn of_a_whole_run_the_last_line_counts() {
        let output = "  1 failed\n  12 passed (3.4s)\nbrowser tests on sqlite  3.4  12 passed, 1 failed\n\n40 passed, 1 failed\n";
        assert_eq!(Runner::Ourselves.tally(output, false, false), Tally { passed: 40, failed: 1 });
        assert_eq!(
            Runner::Ourselves.tally("1 failed\nxtask: broken", false, false),
            Tally { passed: 0, failed: 1 }
        );
    }

    #[test]
    fn a_run_that_failed_or_says_nothing_has_a_failure_unless_it_may_be_empty() {
        assert_eq!(Runner::Vitest.tally("Tests  3 passed (3)", false, false), Tally { passed: 3, failed: 1 });
        assert_eq!(Runner::Nextest.tally("nothing", true, false), Tally { passed: 0, failed: 1 });
        assert_eq!(Runner::CargoTest.tally("nothing", true, true), Tally { passed: 0, failed: 0 });
    }
}
