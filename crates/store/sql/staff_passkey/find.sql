-- Passkeys::find: the passkey that signed a challenge.
select credential_id, staff_id, label, credential, created_at, last_used_at from staff_passkey where credential_id = $1
