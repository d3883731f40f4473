-- StaffSessions::sweep: removes at most $2 expired sessions.
delete from staff_session where token_hash in (select token_hash from staff_session where expires_at <= $1 limit $2)
