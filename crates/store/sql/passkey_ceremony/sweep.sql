-- Ceremonies::sweep: housekeeping, removes at most $2 expired ceremonies.
delete from passkey_ceremony
 where token_hash in (select token_hash from passkey_ceremony where expires_at <= $1 limit $2)
