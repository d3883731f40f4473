-- Sessions::remove: logout.
delete from session
 where token_hash = $1
