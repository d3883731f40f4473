//! Plain tables for a terminal and a log.

use std::time::Duration;

use crate::stopwatch::percentile_ms;

/// Prints rows under their heads, numbers right, the first column left.
pub(crate) fn print(title: &str, heads: &[&str], rows: &[Vec<String>]) {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([heads[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        padded.collect::<Vec<_>>().join("  ")
    };
    println!("\n{title}");
    println!("{}", line(&heads.iter().map(ToString::to_string).collect::<Vec<_>>()));
    println!("{}", "-".repeat(widths.iter().sum::<usize>() + 2 * (widths.len() - 1)));
    for row in rows {
        println!("{}", line(row));
    }
}

/// The columns of [`duration_row`].
pub(crate) const DURATION_HEADS: [&str; 5] = ["", "count", "p50", "p99", "most"];

/// A row about durations, which are sorted: how many, and the milliseconds of the median, of p99 and of the longest.
pub(crate) fn duration_row(name: &str, sorted: &[Duration]) -> Vec<String> {
    let mut row = vec![name.to_owned(), sorted.len().to_string()];
    row.extend([0.5, 0.99, 1.0].map(|share| format_number(percentile_ms(sorted, share))));
    row
}

pub(crate) fn format_number(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}
