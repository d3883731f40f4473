-- PlayerExports::read: where the account is signed in.
select device_id as device, created_at, last_seen_at, expires_at from session where customer_id = $1 order by created_at
