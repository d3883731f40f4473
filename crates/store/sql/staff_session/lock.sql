-- StaffSessions::lock.
update staff_session set touched_at = 0 where token_hash = $1 and device_id is not null
