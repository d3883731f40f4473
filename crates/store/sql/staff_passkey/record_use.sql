-- Passkeys::record_use: a passkey was used. No row changed: another use has changed it since it was read, or it was
-- removed.
update staff_passkey set credential = $3, last_used_at = $4 where credential_id = $1 and credential = $2
