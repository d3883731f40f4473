-- Sessions::touch
update session
   set last_seen_at = $2, expires_at = $3
 where token_hash = $1 and last_seen_at < $2
