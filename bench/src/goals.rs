//! The goals, and whether they were met.

use crate::table;

/// A measured value and its bound.
#[derive(Debug, Clone)]
pub(crate) struct Goal {
    name: String,
    bound: String,
    found: String,
    is_met: bool,
}

impl Goal {
    pub(crate) fn at_least(name: impl Into<String>, bound: f64, found: f64) -> Self {
        Self::new(
            name,
            format!(">= {}", table::format_number(bound)),
            table::format_number(found),
            found >= bound,
        )
    }

    pub(crate) fn under(name: impl Into<String>, bound: f64, unit: &str, found: f64) -> Self {
        let bound_text = format!("< {} {unit}", table::format_number(bound));
        Self::new(name, bound_text, format!("{} {unit}", table::format_number(found)), found < bound)
    }

    pub(crate) fn zero(name: impl Into<String>, found: usize) -> Self {
        Self::new(name, "0".to_owned(), found.to_string(), found == 0)
    }

    fn new(name: impl Into<String>, bound: String, found: String, is_met: bool) -> Self {
        Self { name: name.into(), bound, found, is_met }
    }
}

/// Prints the goals, and which were missed: that is a result of the measurement and no failure of it.
pub(crate) fn print(goals: &[Goal]) {
    let rows: Vec<Vec<String>> = goals
        .iter()
        .map(|goal| {
            let verdict = if goal.is_met { "met" } else { "MISSED" };
            vec![goal.name.clone(), goal.bound.clone(), goal.found.clone(), verdict.to_owned()]
        })
        .collect();
    table::print("Goals", &["goal", "wanted", "found", ""], &rows);
    match goals.iter().filter(|goal| !goal.is_met).count() {
        0 => println!("\nEvery goal is met."),
        missed => println!("\n{missed} of {} goals are MISSED.", goals.len()),
    }
}
