-- Ceremonies::take: ends a ceremony, so that its challenge is answered once. No row: it is unknown, of another
-- kind, answered or expired.
delete from passkey_ceremony where token_hash = $1 and kind = $2 and expires_at > $3
returning staff_id, state
