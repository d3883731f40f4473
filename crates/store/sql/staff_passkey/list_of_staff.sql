-- Passkeys::list: the passkeys of a member of staff, the oldest first.
select credential_id, staff_id, label, credential, created_at, last_used_at
  from staff_passkey
 where staff_id = $1
 order by created_at, credential_id
