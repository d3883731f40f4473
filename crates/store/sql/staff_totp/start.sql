-- Totps::start: stores a secret that is not confirmed yet, in place of one that was not confirmed either. No row changed: the
-- member has a confirmed secret, which stays.
insert into staff_totp (staff_id, secret, last_step, created_at, confirmed_at) values ($1, $2, 0, $3, null)
on conflict (staff_id) do update set secret = excluded.secret, last_step = 0, created_at = excluded.created_at
 where staff_totp.confirmed_at is null
