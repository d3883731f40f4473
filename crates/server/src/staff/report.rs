//! The result of a staff command.

use std::process::ExitCode;

use jiff::{Timestamp, tz::TimeZone};

use crate::failure::Failure;

/// Lines for the person at the terminal, and the reason if the command failed or ended early.
#[derive(Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Report {
    pub(super) lines: Vec<String>,
    pub(super) failed: Option<String>,
}

impl Report {
    /// The report of a failure, without lines.
    pub(super) fn failed(message: impl Into<String>) -> Self {
        Report { lines: Vec::new(), failed: Some(message.into()) }
    }

    /// Adds a line.
    pub(super) fn add_line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Adds rows with aligned columns.
    pub(super) fn add_table(&mut self, rows: &[Vec<String>]) {
        let width = |column: usize| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        for row in rows {
            let cells = row.iter().enumerate().map(|(column, cell)| format!("{cell:<0$}", width(column)));
            self.add_line(cells.collect::<Vec<_>>().join("  ").trim_end());
        }
    }

    /// Prints the lines; a failure becomes the error.
    pub(crate) fn print(self) -> Result<ExitCode, Failure> {
        for line in &self.lines {
            print_line!("{line}");
        }
        self.failed.map_or(Ok(ExitCode::SUCCESS), |message| Err(Failure::new(message)))
    }
}

/// `Fri 27 Nov 2026, 11:00 AM`.
pub(super) fn format_moment(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%a %-d %b %Y, %-I:%M %p").to_string()
}

/// `1 booking`, `2 bookings`.
pub(super) fn format_count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_lines_have_no_trailing_blanks() {
        let mut report = Report::default();
        report.add_table(&[vec!["₹800".into(), "a".into()], vec!["₹1,00,000".into(), String::new()]]);
        assert_eq!(report.lines, ["₹800       a", "₹1,00,000"]);
        let india = TimeZone::get("Asia/Kolkata").unwrap();
        assert_eq!(
            format_moment("2026-11-27T05:30:00Z".parse().unwrap(), &india),
            "Fri 27 Nov 2026, 11:00 AM"
        );
        assert_eq!([format_count(0, "slot"), format_count(1, "slot")], ["0 slots", "1 slot"]);
    }
}
