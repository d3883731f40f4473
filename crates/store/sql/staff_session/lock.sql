-- StaffSessions::lock: locks the session on its paired device: 0 counts as not touched for too long. No row changed: it has no device.
update staff_session set touched_at = 0 where token_hash = $1 and device_id is not null
