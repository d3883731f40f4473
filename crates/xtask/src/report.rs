//! The table at the end of a task.

use crate::{
    failure::Failure,
    step::{self, Outcome},
    tally::Tally,
};

/// The steps of a task so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
    /// The simulated time, printed before and after the run.
    moment: Option<String>,
}

#[derive(Debug)]
struct Row {
    outcome: Outcome,
    tally: Option<Tally>,
}

impl Report {
    /// The report of a run with a simulated time, which is printed.
    pub(crate) fn at(moment: String) -> Self {
        println!("{moment}");
        Self { rows: Vec::new(), moment: Some(moment) }
    }

    /// Adds a step that is not a test run.
    pub(crate) fn add(&mut self, outcome: Outcome) {
        self.rows.push(Row { outcome, tally: None });
    }

    /// Adds a test run with its counts.
    pub(crate) fn add_tests(&mut self, outcome: Outcome, tally: Tally) {
        self.rows.push(Row { outcome, tally: Some(tally) });
    }

    /// The steps that have failed so far, test runs and others.
    fn failed_steps(&self) -> impl Iterator<Item = &Row> {
        self.rows
            .iter()
            .filter(|row| !row.outcome.succeeded || row.tally.is_some_and(|tally| tally.failed > 0))
    }

    /// Prints one line per step.
    fn print_table(&self) {
        println!("\n{:<34} {:>8}  result", "step", "seconds");
        println!("{}", "-".repeat(72));
        for row in &self.rows {
            let verdict = match (row.outcome.succeeded, row.tally) {
                (_, Some(tally)) => format!("{} passed, {} failed", tally.passed, tally.failed),
                (true, None) => "ok".to_owned(),
                (false, None) => "FAILED".to_owned(),
            };
            println!("{:<34} {:>8.1}  {verdict}", row.outcome.name, row.outcome.seconds);
        }
        println!("{:<34} {:>8.1}", "together", self.rows.iter().map(|row| row.outcome.seconds).sum::<f64>());
        for row in self.failed_steps() {
            println!(
                "\n{} failed. Again: {}\nWhole output: {}",
                row.outcome.name,
                row.outcome.command,
                row.outcome.log.display()
            );
            // Printed again: of a long run often only the end is kept, and the runners list failed tests at their end.
            step::print_end(&row.outcome.output);
        }
        if let Some(moment) = &self.moment {
            println!("\n{moment}");
        }
    }

    /// Ends a task of checks: the table and a verdict.
    pub(crate) fn finish(&self) -> Result<(), Failure> {
        self.print_table();
        let failed = self.failed_steps().count();
        println!("\n{} of {} steps ok", self.rows.len() - failed, self.rows.len());
        if failed == 0 { Ok(()) } else { Err(Failure::AlreadyPrinted) }
    }

    /// Ends a task of tests: the table, and as the very last line `N passed, N failed` over all runners.
    /// A failed step that is not a test run, for example a build, counts as one failure.
    pub(crate) fn finish_tests(&self) -> Result<(), Failure> {
        self.print_table();
        let tests: Tally = self.rows.iter().filter_map(|row| row.tally).sum();
        let broken =
            self.rows.iter().filter(|row| row.tally.is_none() && !row.outcome.succeeded).count() as u64;
        let total = tests + Tally { passed: 0, failed: broken };
        println!("\n{} passed, {} failed", total.passed, total.failed);
        if total.failed == 0 { Ok(()) } else { Err(Failure::AlreadyPrinted) }
    }
}
