-- StaffSessions::lock: the person locks the paired device; a PIN unlocks it.
update staff_session set touched_at = 0 where token_hash = $1 and device_id is not null
