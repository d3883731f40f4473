-- StaffSessions::sweep: housekeeping in batches of at most $2. An expired session is refused whether it is removed or not.
delete from staff_session where token_hash in (select token_hash from staff_session where expires_at <= $1 limit $2)
