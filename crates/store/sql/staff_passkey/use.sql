-- Passkeys::record_use.
update staff_passkey set credential = $2, last_used_at = $3 where credential_id = $1
