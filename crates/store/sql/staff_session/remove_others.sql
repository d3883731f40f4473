-- StaffSessions::remove_others.
delete from staff_session where staff_id = $1 and token_hash <> $2
