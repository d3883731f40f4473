//! The moment as which a test run takes the present: on the clocks of server, sandbox and browser, and in the zone of the
//! machine. A run is the same at any hour and on any day.

use std::process::Command;

use crate::{engine::Engine, step, workspace};

/// Names the moment to tests that start a program, and to a whole run that was given none by `--at`.
pub(crate) const VARIABLE: &str = "TEST_MOMENT";

/// The moments that runs take by turns, on the clock of the sample venues: before they open, and after they have closed, on
/// the last day of a month that is a Sunday, with midnight ten minutes ahead.
const BY_TURNS: [&str; 2] = ["2026-11-25T04:30:00+05:30", "2027-02-28T23:50:00+05:30"];
/// The zones of the machine by turns. No test may depend on it.
const ZONES: [&str; 2] = ["America/Los_Angeles", "Pacific/Auckland"];

/// When and where a run takes place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Moment {
    /// RFC 3339, for SQLite and for PostgreSQL.
    at: [String; 2],
    zone: String,
}

impl Moment {
    /// The moment asked for, or the one whose turn it is: each commit swaps them, each run has both.
    pub(crate) fn chosen(at: Option<&str>) -> Self {
        Self::of(at, std::env::var("TZ").ok(), is_odd_commit())
    }

    fn of(at: Option<&str>, zone: Option<String>, odd: bool) -> Self {
        let turn = usize::from(odd);
        let at = match at {
            Some(at) => [at, at],
            None => [BY_TURNS[turn], BY_TURNS[1 - turn]],
        };
        Self { at: at.map(str::to_owned), zone: zone.unwrap_or_else(|| ZONES[turn].to_owned()) }
    }

    /// As what the demos on this engine take the present.
    pub(crate) fn on(&self, engine: Engine) -> &str {
        match engine {
            Engine::Sqlite => &self.at[0],
            Engine::Postgres => &self.at[1],
        }
    }

    /// Lets a command, and what it starts, be in the run's zone, and tells it the moment.
    pub(crate) fn set_for(&self, command: &mut Command) {
        command.env("TZ", &self.zone).env(VARIABLE, self.on(Engine::Sqlite));
    }

    /// When it was, and how to have it again.
    pub(crate) fn words(&self, engines: &[Engine]) -> String {
        let when: Vec<String> =
            engines.iter().map(|engine| format!("{} on {engine}", self.on(*engine))).collect();
        let again = "again by --at and TZ";
        format!("As if it were {}, on a machine in {} ({again}).", when.join(" and "), self.zone)
    }
}

/// Whether the commit's number is odd. Without a repository it is not.
fn is_odd_commit() -> bool {
    let mut head = Command::new("git");
    head.current_dir(workspace::root()).args(["rev-parse", "HEAD"]);
    let number = step::output_of(head).unwrap_or_default();
    number.trim().chars().last().and_then(|digit| digit.to_digit(16)).is_some_and(|digit| digit % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_run_has_both_moments_and_the_next_commit_may_swap_them() {
        let (even, odd) = (Moment::of(None, None, false), Moment::of(None, None, true));
        for engine in [Engine::Sqlite, Engine::Postgres] {
            assert_ne!(even.on(engine), odd.on(engine));
        }
        assert_ne!(even.on(Engine::Sqlite), even.on(Engine::Postgres));
        assert_ne!(even.zone, odd.zone);
    }

    #[test]
    fn a_moment_and_a_zone_that_are_asked_for_are_those_of_every_engine() {
        let asked = "2027-12-31T18:55:00+05:30";
        let moment = Moment::of(Some(asked), Some("UTC".to_owned()), true);
        assert_eq!([moment.on(Engine::Sqlite), moment.on(Engine::Postgres)], [asked, asked]);
        let words = moment.words(&[Engine::Sqlite]);
        assert!(words.contains("2027-12-31T18:55:00+05:30 on sqlite, on a machine in UTC"), "{words}");
    }
}
