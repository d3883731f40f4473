-- Ceremonies::take: ends a ceremony, so that its challenge counts once. No row: unknown, answered or expired.
delete from passkey_ceremony where token_hash = $1 and kind = $2 and expires_at > $3
returning staff_id, state
