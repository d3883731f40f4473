//! Checks that no running or future bookings overlap and that all fit the courts, hours and time zones of their venues.

use std::fmt::Display;

use jiff::Timestamp;
use sideout_app::operator::{list_overlaps, list_stranded};
use sideout_store::{Store, StoreError};

use super::finding::{Finding, fine, unchecked, warning, wrong};

/// The most bookings with the same problem that are listed; the rest is counted.
const MOST_LISTED: usize = 20;

/// Checks the bookings that end after `now`.
pub(super) async fn bookings(store: &Store, now: Timestamp) -> Vec<Finding> {
    match check(store, now).await {
        Ok(findings) => findings,
        Err(error) => vec![unchecked("bookings", &error)],
    }
}

async fn check(store: &Store, now: Timestamp) -> Result<Vec<Finding>, StoreError> {
    let overlaps = list_overlaps(store, now).await?;
    let stranded = list_stranded(store, now).await?;
    let mut findings = Vec::new();
    add_findings(&mut findings, wrong, &overlaps, "move or cancel one of them");
    add_findings(
        &mut findings,
        warning,
        &stranded,
        "it stays as it is; if it cannot be played, cancel it at the desk, or by sideout import FILE --close NUMBER --reason TEXT",
    );
    if findings.is_empty() {
        findings.push(fine("bookings", "none overlap, and all fit the hours"));
    }
    Ok(findings)
}

fn add_findings(
    findings: &mut Vec<Finding>,
    finding: fn(&'static str, String) -> Finding,
    found: &[impl Display],
    what_to_do: &str,
) {
    findings.extend(
        found.iter().take(MOST_LISTED).map(|found| finding("bookings", format!("{found}; {what_to_do}"))),
    );
    if found.len() > MOST_LISTED {
        findings.push(finding("bookings", format!("and {} more", found.len() - MOST_LISTED)));
    }
}
