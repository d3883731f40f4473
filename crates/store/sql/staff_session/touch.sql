-- StaffSessions::touch: records a use and moves the expiry.
update staff_session set last_seen_at = $2, expires_at = $3 where token_hash = $1
