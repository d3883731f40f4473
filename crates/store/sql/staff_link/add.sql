-- Links::add.
insert into staff_link (token_hash, staff_id, made_by, created_at, expires_at) values ($1, $2, $3, $4, $5)
