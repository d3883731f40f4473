-- StaffSessions::prove: the person has proved by a key who they are.
update staff_session set strength = $2, proven_at = $3 where token_hash = $1
