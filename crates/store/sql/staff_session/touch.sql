-- StaffSessions::touch: moves the expiry forward; not at every call.
update staff_session set last_seen_at = $2, expires_at = $3 where token_hash = $1
