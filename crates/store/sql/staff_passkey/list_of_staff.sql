-- Passkeys::list.
select credential_id, label, credential, created_at, last_used_at from staff_passkey where staff_id = $1 order by created_at, label
