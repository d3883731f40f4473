-- StaffSessions::remove: sign-out.
delete from staff_session where token_hash = $1
