-- CodeHandles::add: adds a handle; a grant for a reset is verified from the start.
insert into code_handle (handle_hash, purpose, phone, customer_id, registration, device_id, stage, code_hash,
                         code_tries, code_sends, code_sent_at, reset_token_hash, created_at, expires_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, 0, 1, $9, $10, $9, $11)
