-- StaffSessions::bind: records the paired device of the session; null: none.
update staff_session set device_id = $2, touched_at = $3 where token_hash = $1
