-- StaffSessions::remove_others: ends the sessions of a member except the one of token $2.
delete from staff_session where staff_id = $1 and token_hash <> $2
