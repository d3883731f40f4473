-- StaffSessions::prove.
update staff_session set strength = $2, proven_at = $3 where token_hash = $1
