-- Audit::add: adds an entry.
insert into audit_entry (at, day, staff_id, approver_id, session_id, venue_id, verb, subject_kind, subject_id, before, after,
                         reason, request_key)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
