-- StaffSessions::remove: ends the session of a token.
delete from staff_session where token_hash = $1
