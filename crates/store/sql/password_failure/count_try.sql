-- PasswordFailures::count_try: tries for one number from everywhere since the last right one; from so many on the right
-- password must be confirmed by a code. Tries before $3 are forgotten. Nobody waits for it: `next_try_at` is read by
-- programs from before delays were kept by network.
insert into password_failure (phone, tries, last_try_at, next_try_at)
values ($1, 1, $2, $2)
on conflict (phone) do update
   set tries = case when password_failure.last_try_at <= $3 then 1 else password_failure.tries + 1 end,
       last_try_at = excluded.last_try_at,
       next_try_at = excluded.next_try_at
returning tries
