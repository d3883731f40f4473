-- Sessions::remove
delete from session
 where token_hash = $1
