//! One entry of the audit: what was done to what, before and after.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};
use sideout_domain::{StaffId, VenueId};
use sideout_store::{
    Session, StoreError,
    staff::{Audit, NewAuditEntry},
};

/// What was done to one subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub(super) verb: &'static str,
    pub(super) subject_kind: &'static str,
    pub(super) subject_id: String,
    pub(super) venue: Option<VenueId>,
    pub(super) before: Option<Value>,
    pub(super) after: Option<Value>,
    pub(super) reason: Option<String>,
    pub(super) approver: Option<StaffId>,
}

impl Entry {
    fn new(verb: &'static str, subject_kind: &'static str, subject_id: impl ToString) -> Self {
        let subject_id = subject_id.to_string();
        Entry {
            verb,
            subject_kind,
            subject_id,
            venue: None,
            before: None,
            after: None,
            reason: None,
            approver: None,
        }
    }

    /// The entry of something that was added. `verb` is stable: `staff.added`.
    pub fn added(
        verb: &'static str,
        subject_kind: &'static str,
        subject_id: impl ToString,
        after: &impl Serialize,
    ) -> Self {
        Entry { after: Some(value(after)), ..Entry::new(verb, subject_kind, subject_id) }
    }

    /// The entry of a change, which keeps only the fields that differ.
    pub fn changed<S: Serialize>(
        verb: &'static str,
        subject_kind: &'static str,
        subject_id: impl ToString,
        before: &S,
        after: &S,
    ) -> Self {
        let (before, after) = differing(value(before), value(after));
        Entry { before: Some(before), after: Some(after), ..Entry::new(verb, subject_kind, subject_id) }
    }

    /// The entry of something that was removed.
    pub fn removed(
        verb: &'static str,
        subject_kind: &'static str,
        subject_id: impl ToString,
        before: &impl Serialize,
    ) -> Self {
        Entry { before: Some(value(before)), ..Entry::new(verb, subject_kind, subject_id) }
    }

    /// The entry of an event without fields, such as a sign-out.
    pub fn happened(verb: &'static str, subject_kind: &'static str, subject_id: impl ToString) -> Self {
        Entry::new(verb, subject_kind, subject_id)
    }

    /// Adds the venue that it concerns.
    #[must_use]
    pub fn at(self, venue: VenueId) -> Self {
        Entry { venue: Some(venue), ..self }
    }

    /// Adds the colleague who approved it, if it needed one.
    #[must_use]
    pub fn approved_by(self, approver: Option<StaffId>) -> Self {
        Entry { approver, ..self }
    }

    /// Adds the reason that was given.
    #[must_use]
    pub fn with_reason(self, reason: impl Into<String>) -> Self {
        Entry { reason: Some(reason.into()), ..self }
    }
}

/// The person or program that did something.
#[derive(Debug, Clone)]
pub(crate) struct Doer {
    /// The member of staff; `None`: the server itself.
    pub(crate) staff: Option<StaffId>,
    /// Their session.
    pub(crate) session_id: Option<i64>,
}

impl Doer {
    /// The server itself.
    pub(crate) const SERVER: Doer = Doer { staff: None, session_id: None };

    /// A member of staff in a session.
    pub(crate) fn in_session(staff: StaffId, session_id: i64) -> Self {
        Doer { staff: Some(staff), session_id: Some(session_id) }
    }
}

/// Adds `entry` to the audit in the caller's unit of work, for a change that has no idempotency key.
pub(crate) async fn record(
    tx: &mut dyn Session,
    doer: &Doer,
    entry: Entry,
    now: Timestamp,
) -> Result<(), StoreError> {
    Audit(tx).add(&entry.stored(doer, None, None, now)).await
}

impl Entry {
    /// The entry as it is stored, at `venue` if it names no venue itself.
    pub(super) fn stored(
        self,
        doer: &Doer,
        venue: Option<VenueId>,
        request_key: Option<String>,
        now: Timestamp,
    ) -> NewAuditEntry {
        let text = |value: Option<Value>| value.map(|value| value.to_string());
        NewAuditEntry {
            at: now,
            staff: doer.staff,
            approver: self.approver,
            session_id: doer.session_id,
            venue: self.venue.or(venue),
            verb: self.verb,
            subject_kind: self.subject_kind,
            subject_id: self.subject_id,
            before: text(self.before),
            after: text(self.after),
            reason: self.reason,
            request_key,
        }
    }
}

fn value(of: &impl Serialize) -> Value {
    // A value that cannot be written as JSON is recorded as null rather than refused.
    serde_json::to_value(of).unwrap_or_default()
}

/// The fields of two objects that differ; both values whole if one is not an object.
fn differing(before: Value, after: Value) -> (Value, Value) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let only = |own: &Map<String, Value>, other: &Map<String, Value>| {
                let fields = own.iter().filter(|(name, value)| other.get(*name) != Some(*value));
                Value::Object(fields.map(|(name, value)| (name.clone(), value.clone())).collect())
            };
            (only(&before, &after), only(&after, &before))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_change_keeps_the_fields_that_differ() {
        let before = json!({"role": "desk", "name": "Kiran", "venues": [1]});
        let after = json!({"role": "manager", "name": "Kiran", "venues": [1, 2]});
        let entry = Entry::changed("staff.changed", "staff", 7, &before, &after);
        assert_eq!(entry.before, Some(json!({"role": "desk", "venues": [1]})));
        assert_eq!(entry.after, Some(json!({"role": "manager", "venues": [1, 2]})));
    }
}
