-- Passkeys::record_use: a passkey was used. No row: another use has changed it since it was read.
update staff_passkey set credential = $3, last_used_at = $4 where credential_id = $1 and credential = $2
