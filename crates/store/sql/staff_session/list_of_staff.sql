-- StaffSessions::list: the sessions of a member that have not expired, the last used one first.
select token_hash, session_id, strength, proven_at, device, created_at, last_seen_at, expires_at
  from staff_session where staff_id = $1 and expires_at > $2 order by last_seen_at desc, session_id
