-- StaffSessions::remove: ends the session of a token, at sign-out.
delete from staff_session where token_hash = $1
