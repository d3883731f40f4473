-- StaffSessions::bind: the session is on this device from now on; null: on none.
update staff_session set device_id = $2, touched_at = $3 where token_hash = $1
