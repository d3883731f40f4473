-- StaffSessions::find: the session of a token with its member of staff, expired or not.
select s.session_id, s.strength, s.proven_at, s.created_at as started_at, s.last_seen_at, s.expires_at,
       p.staff_id, p.full_name, p.phone, p.role, p.denied, p.active, p.language, p.created_at, p.version
  from staff_session s
  join staff p on p.staff_id = s.staff_id
 where s.token_hash = $1
