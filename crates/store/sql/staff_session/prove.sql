-- StaffSessions::prove: the person confirmed by a key that it is them.
update staff_session set strength = $2, proven_at = $3 where token_hash = $1
