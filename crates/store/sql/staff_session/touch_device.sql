-- StaffSessions::touch_device: a person touches the device. No row changed: the session has no device, or was not touched
-- after $3 and is locked.
update staff_session set touched_at = $2 where token_hash = $1 and device_id is not null and touched_at > $3
