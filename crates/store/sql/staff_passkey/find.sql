-- Passkeys::find: a passkey by its id.
select {staff_passkey_columns} from staff_passkey where credential_id = $1
