-- StaffSessions::find: the session of a token with its member of staff and its device, expired or not.
select s.session_id, s.strength, s.proven_at, s.created_at as started_at, s.last_seen_at, s.expires_at, s.touched_at,
       s.device_id, d.venue_id as device_venue_id, d.label as device_label, d.unpaired_at, n.set_at as pin_set_at,
       p.staff_id, p.full_name, p.phone, p.role, p.denied, p.active, p.language, p.created_at, p.version
  from staff_session s
  join staff p on p.staff_id = s.staff_id
  left join desk_device d on d.device_id = s.device_id
  left join staff_pin n on n.staff_id = s.staff_id
 where s.token_hash = $1
