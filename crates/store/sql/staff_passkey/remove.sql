-- Passkeys::remove: removes a passkey. No row changed: it is not this member's, or the last key with which they can sign in.
delete from staff_passkey
 where credential_id = $1
   and staff_id = $2
   and (exists (select 1 from staff_passkey other where other.staff_id = $2 and other.credential_id <> $1)
        or exists (select 1 from staff_totp app where app.staff_id = $2 and app.confirmed_at is not null))
