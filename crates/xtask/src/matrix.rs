//! `cargo xtask test --matrix`: the whole run at many hours and days, in several time zones of the machine.

use std::process::Command;

use clap::ValueEnum as _;

use crate::{
    debian,
    engine::Engine,
    failure::{Context, Failure},
    moment::VARIABLE,
    report::Report,
    step::{self, Show},
    tally::Runner,
    test::Part,
    workspace,
};

/// The times of the runs on the sample venues' clock, each with a time zone of the machine: different hours, a Sunday, the
/// last day of a year, 28 February of a leap year.
const MOMENTS: [(&str, &str); 8] = [
    ("2026-11-24T00:10:00+05:30", "UTC"),
    ("2026-11-25T04:30:00+05:30", "America/Los_Angeles"),
    ("2026-11-26T12:00:00+05:30", "Pacific/Auckland"),
    ("2026-11-27T18:55:00+05:30", "UTC"),
    ("2026-11-28T23:50:00+05:30", "America/Los_Angeles"),
    ("2026-11-29T09:00:00+05:30", "Pacific/Auckland"),
    ("2027-12-31T18:55:00+05:30", "Asia/Kolkata"),
    ("2028-02-28T04:30:00+05:30", "Pacific/Auckland"),
];

/// Runs the parts at every time; the output of all ends with a table, a line for each.
///
/// To the Rust tests Debian's `faketime` shows that time as the machine's; its clock is not set.
pub(crate) fn run(
    only_engine: Option<Engine>,
    only_part: Option<Part>,
    at: Option<&str>,
    thorough: bool,
) -> Result<(), Failure> {
    if let Some(at) = at {
        return Err(Failure::Usage(format!(
            "--matrix runs at eight times of its own and not at {at}: leave out --at and {VARIABLE}, or leave out --matrix"
        )));
    }
    let parts: Vec<Part> = Part::value_variants()
        .iter()
        .copied()
        .filter(|part| only_part.is_none_or(|only| only == *part))
        .collect();
    if parts.contains(&Part::Rust) && !workspace::on_path("faketime") {
        debian::install("faketime", "The Rust tests need another time of the machine")?;
    }
    let mut report = Report::default();
    for (at, zone) in MOMENTS {
        for part in &parts {
            let tests = command_for(*part, only_engine, thorough, (at, zone))?;
            let name = part.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
            let outcome = step::run(&format!("{name} at {at} in {zone}"), tests, Show::Everything)?;
            let tally = Runner::Ourselves.tally(&outcome.output, outcome.succeeded, false);
            report.add_tests(outcome, tally);
        }
    }
    report.finish_tests()
}

/// The command that runs one part at one time in one time zone, in a process of its own.
fn command_for(
    part: Part,
    engine: Option<Engine>,
    thorough: bool,
    (at, zone): (&str, &str),
) -> Result<Command, Failure> {
    let this = std::env::current_exe().context("could not find this program")?;
    let mut command = if part == Part::Rust {
        let mut faked = Command::new("faketime");
        // File times are not changed, or everything would be rebuilt; durations stay real.
        faked.env("NO_FAKE_STAT", "1").args(["--exclude-monotonic", "-f", &ahead_of_now(at)?]).arg(this);
        faked
    } else {
        Command::new(this)
    };
    command.current_dir(workspace::root()).arg("test").env("TZ", zone).env(VARIABLE, at);
    for (name, value) in [
        ("--only", part.to_possible_value()),
        ("--engine", engine.as_ref().and_then(clap::ValueEnum::to_possible_value)),
    ] {
        if let Some(value) = value {
            command.args([name, value.get_name()]);
        }
    }
    if thorough {
        command.arg("--thorough");
    }
    Ok(command)
}

/// The distance of a time from now, as [`distance`] writes it.
fn ahead_of_now(at: &str) -> Result<String, Failure> {
    let seconds_of = |text: &str| -> Result<i64, Failure> {
        let mut date = Command::new("date");
        date.args(["-d", text, "+%s"]);
        let seconds = step::output_of(date)?;
        seconds.trim().parse().map_err(|_| {
            Failure::Unexpected(format!(
                "`date` does not understand {text}: write it like 2027-12-31T18:55:00+05:30"
            ))
        })
    };
    Ok(distance(seconds_of(at)?, seconds_of("now")?))
}

/// The distance of two times, in seconds since 1970, in the format of `faketime`: `+86400`.
fn distance(at: i64, now: i64) -> String {
    format!("{:+}", at - now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_refused_because_the_matrix_has_its_own() {
        let refused = run(None, Some(Part::Web), Some("2027-12-31T18:55:00+05:30"), false);
        let said = refused.unwrap_err().to_string();
        assert!(said.contains("leave out --at and TEST_MOMENT"), "{said}");
    }

    #[test]
    fn each_run_is_thorough_if_the_matrix_is() {
        for part in [Part::Rust, Part::Web] {
            for thorough in [false, true] {
                let command = command_for(part, Some(Engine::Sqlite), thorough, MOMENTS[0]).unwrap();
                let line = step::command_line_of(&command);
                assert!(line.contains("--engine sqlite"), "{line}");
                assert_eq!(line.contains("--thorough"), thorough, "{line}");
            }
        }
    }

    #[test]
    fn a_moment_is_written_as_its_distance_in_seconds() {
        assert_eq!([distance(90_000, 3_600), distance(5, 5), distance(0, 60)], ["+86400", "+0", "-60"]);
        assert!(ahead_of_now("2001-01-01T00:00:00Z").unwrap().starts_with('-'));
        assert!(MOMENTS.iter().all(|(at, _)| ahead_of_now(at).is_ok()));
    }
}
