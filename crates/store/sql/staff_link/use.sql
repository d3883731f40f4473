-- Links::use_once: the member of staff whose link this is. No row: unknown, used or expired.
update staff_link set used_at = $2 where token_hash = $1 and used_at is null and expires_at > $2
returning staff_id
