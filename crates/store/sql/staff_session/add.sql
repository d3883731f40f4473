-- StaffSessions::add: a sign-in of a member of staff, on a paired device if $8 is not null.
insert into staff_session (token_hash, session_id, staff_id, strength, may_replace_app, proven_at, device, created_at, last_seen_at, expires_at,
                           device_id, touched_at)
values ($1, $2, $3, $4, case when $4 = 'link' then 1 else 0 end, $5, $6, $5, $5, $7, $8, $9)
