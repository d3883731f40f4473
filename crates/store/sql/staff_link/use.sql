-- Links::use_once: uses a link; returns its member of staff. No row: the link is unknown, used or expired.
update staff_link set used_at = $2 where token_hash = $1 and used_at is null and expires_at > $2
returning staff_id
