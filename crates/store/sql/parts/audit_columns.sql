-- An entry of the audit. Read by `entries` in staff/audit.rs.
audit_id, at, day, staff_id, approver_id, session_id, venue_id, verb, subject_kind, subject_id, before, after, reason, request_key
