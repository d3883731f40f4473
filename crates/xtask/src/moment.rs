//! The simulated time of a test run, for the clocks of server, sandbox and browser, and the time zone of the machine. So a
//! run gives the same result at any hour and on any day.

use std::process::Command;

use crate::{engine::Engine, step, workspace};

/// The variable with the time, for tests that start a program, and for a whole run without `--at`.
pub(crate) const VARIABLE: &str = "TEST_MOMENT";

/// The times that runs alternate between, on the sample venues' clock: before they open, and after they have closed, twenty
/// minutes before midnight of a Sunday that is the last day of a month. The browser tests of one engine take about ten minutes.
const BY_TURNS: [&str; 2] = ["2026-11-25T04:30:00+05:30", "2027-02-28T23:40:00+05:30"];
/// The time zones that runs alternate between. No test may depend on them.
const ZONES: [&str; 2] = ["America/Los_Angeles", "Pacific/Auckland"];

/// The simulated time and time zone of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Moment {
    /// RFC 3339, for SQLite and for PostgreSQL.
    at: [String; 2],
    zone: String,
}

impl Moment {
    /// The requested time, or one for each engine. Which engine gets which depends on the hash of the commit.
    pub(crate) fn chosen(at: Option<&str>) -> Self {
        Self::of(at, std::env::var("TZ").ok(), is_odd_commit())
    }

    fn of(at: Option<&str>, zone: Option<String>, is_odd: bool) -> Self {
        let turn = usize::from(is_odd);
        let at = match at {
            Some(at) => [at, at],
            None => [BY_TURNS[turn], BY_TURNS[1 - turn]],
        };
        Self { at: at.map(str::to_owned), zone: zone.unwrap_or_else(|| ZONES[turn].to_owned()) }
    }

    /// The same time zone at another time (RFC 3339).
    pub(crate) fn changed_to(&self, at: &str) -> Self {
        Self { at: [at, at].map(str::to_owned), zone: self.zone.clone() }
    }

    /// The time of demos on this engine.
    pub(crate) fn on(&self, engine: Engine) -> &str {
        match engine {
            Engine::Sqlite => &self.at[0],
            Engine::Postgres => &self.at[1],
        }
    }

    /// Sets the time zone, and the time of SQLite's demos, for a command and its child processes.
    pub(crate) fn set_for(&self, command: &mut Command) {
        command.env("TZ", &self.zone).env(VARIABLE, self.on(Engine::Sqlite));
    }

    /// Describes the time of the run and how to repeat it.
    pub(crate) fn description(&self, engines: &[Engine]) -> String {
        let when: Vec<String> =
            engines.iter().map(|engine| format!("{} on {engine}", self.on(*engine))).collect();
        let again = "again by --at and TZ";
        format!("As if it were {}, on a machine in {} ({again}).", when.join(" and "), self.zone)
    }
}

/// Whether the hash of the current commit is odd; false without a repository.
fn is_odd_commit() -> bool {
    let mut head = Command::new("git");
    head.current_dir(workspace::root()).args(["rev-parse", "HEAD"]);
    let hash = step::output_of(head).unwrap_or_default();
    hash.trim().chars().last().and_then(|digit| digit.to_digit(16)).is_some_and(|digit| digit % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_has_both_moments_and_a_commit_with_an_odd_hash_swaps_them() {
        let (even, odd) = (Moment::of(None, None, false), Moment::of(None, None, true));
        for engine in [Engine::Sqlite, Engine::Postgres] {
            assert_ne!(even.on(engine), odd.on(engine));
        }
        assert_ne!(even.on(Engine::Sqlite), even.on(Engine::Postgres));
        assert_ne!(even.zone, odd.zone);
    }

    #[test]
    fn a_moment_and_a_zone_that_are_asked_for_are_those_of_every_engine() {
        let requested = "2027-12-31T18:55:00+05:30";
        let moment = Moment::of(Some(requested), Some("UTC".to_owned()), true);
        assert_eq!([moment.on(Engine::Sqlite), moment.on(Engine::Postgres)], [requested, requested]);
        let description = moment.description(&[Engine::Sqlite]);
        assert!(
            description.contains("2027-12-31T18:55:00+05:30 on sqlite, on a machine in UTC"),
            "{description}"
        );
    }
}
