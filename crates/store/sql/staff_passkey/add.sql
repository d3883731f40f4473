-- Passkeys::add. No row: the passkey is registered already.
insert into staff_passkey (credential_id, staff_id, label, credential, created_at) values ($1, $2, $3, $4, $5)
on conflict do nothing
