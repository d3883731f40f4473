-- Links::add: a one-time link for a member of staff to sign in.
insert into staff_link (token_hash, staff_id, made_by, created_at, expires_at) values ($1, $2, $3, $4, $5)
