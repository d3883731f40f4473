-- Passkeys::remove: only of this member of staff.
delete from staff_passkey where credential_id = $1 and staff_id = $2
