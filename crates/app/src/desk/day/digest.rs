//! The digest of a closed day: over its report and what staff did at the venue in its time.

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use sideout_store::{staff::AuditEntry, venue_days::ClosedDay};

use crate::staff::{CHECK_CHARACTERS, audit_line, base32};

/// The digest of a day over these `entries`, whose ids are those that the day names. The stored digest of the day is not read.
pub(crate) fn digest_of(day: &ClosedDay, entries: &[AuditEntry]) -> String {
    hashed(&report_of(day), entries)
}

/// The digest of a day whose report lost the names of its debtors: over the row as it is, and the digest `before` of the row with the
/// names.
pub(crate) fn digest_without_names(day: &ClosedDay, before: &str, entries: &[AuditEntry]) -> String {
    hashed(&serde_json::json!([report_of(day), before]), entries)
}

fn report_of(day: &ClosedDay) -> Value {
    serde_json::json!([
        day.venue.0,
        day.day.to_string(),
        day.closed_at.as_millisecond(),
        day.closed_by.map(|staff| staff.0),
        day.money_from.as_millisecond(),
        day.money_until.as_millisecond(),
        day.facts,
    ])
}

fn hashed(report: &Value, entries: &[AuditEntry]) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("{report}\n"));
    for entry in entries {
        hash.update(audit_line(entry));
    }
    base32(&hash.finalize())
}

/// The characters of a digest that stand in the message about the day.
pub(super) fn check_of(digest: &str) -> &str {
    digest.get(..CHECK_CHARACTERS).unwrap_or(digest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_four_characters_of_a_digest_are_shown() {
        assert_eq!(check_of(&base32(&[0x9d, 0xee, 0x40])), "KQQ4");
    }
}
