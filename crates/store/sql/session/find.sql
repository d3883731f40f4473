-- Sessions::find: part of every signed-in call; one read by primary key.
select customer_id, created_at, last_seen_at, expires_at
  from session
 where token_hash = $1
