-- Ceremonies::add: a challenge that a passkey has to sign before $5.
insert into passkey_ceremony (token_hash, kind, staff_id, state, expires_at) values ($1, $2, $3, $4, $5)
