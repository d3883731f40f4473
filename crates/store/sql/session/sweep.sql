-- Sessions::sweep: housekeeping in batches.
delete from session
 where token_hash in (select token_hash from session where expires_at <= $1 limit $2)
