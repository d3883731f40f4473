-- Passkeys::list: the passkeys of a member of staff, the oldest first.
select {staff_passkey_columns}
  from staff_passkey
 where staff_id = $1
 order by created_at, credential_id
