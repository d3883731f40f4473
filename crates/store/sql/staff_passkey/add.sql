-- Passkeys::add: a new passkey. No row changed: there is one with this id already.
insert into staff_passkey (credential_id, staff_id, label, credential, created_at, last_used_at)
values ($1, $2, $3, $4, $5, null)
on conflict (credential_id) do nothing
