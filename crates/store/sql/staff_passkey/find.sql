-- Passkeys::find: the passkey that signed a challenge.
select {staff_passkey_columns} from staff_passkey where credential_id = $1
