-- StaffSessions::remove_others: all sessions of a person end except the one that requested it.
delete from staff_session where staff_id = $1 and token_hash <> $2
