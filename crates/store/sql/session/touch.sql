-- Sessions::touch: at most once an hour per session, so that other calls only read.
update session
   set last_seen_at = $2, expires_at = $3
 where token_hash = $1 and last_seen_at < $2
