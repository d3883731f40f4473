-- Sessions::add
insert into session (token_hash, customer_id, device_id, created_at, last_seen_at, expires_at)
values ($1, $2, $3, $4, $4, $5)
