-- Links::sweep: removes at most $2 expired links.
delete from staff_link where token_hash in (select token_hash from staff_link where expires_at <= $1 limit $2)
