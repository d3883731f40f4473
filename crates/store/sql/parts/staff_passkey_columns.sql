-- A passkey. Read by `passkey` in staff/passkeys.rs.
credential_id, staff_id, label, credential, created_at, last_used_at
