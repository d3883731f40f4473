-- PasswordFailures::count_try: counts a try for one number, from all networks since the count was removed. If the last try was at
-- $3 or before, the count starts again. It causes no delay: `next_try_at` is read by programs of versions before delays were kept
-- by network.
insert into password_failure (phone, tries, last_try_at, next_try_at)
values ($1, 1, $2, $2)
on conflict (phone) do update
   set tries = case when password_failure.last_try_at <= $3 then 1 else password_failure.tries + 1 end,
       last_try_at = excluded.last_try_at,
       next_try_at = excluded.next_try_at
returning tries
