-- PasswordFailures::count_try: before a password is compared, so that tries made at the same moment are counted one
-- by one. The first two cost nothing, then 3 s, from the ninth 5 s, from the twenty-fifth 10 s: a delay, never a lock.
-- Tries before $3 are forgotten. No row: the delay is not over.
insert into password_failure (phone, tries, last_try_at, next_try_at)
values ($1, 1, $2, $2)
on conflict (phone) do update
   set tries = case when password_failure.last_try_at <= $3 then 1 else password_failure.tries + 1 end,
       last_try_at = excluded.last_try_at,
       next_try_at = excluded.next_try_at + case when password_failure.last_try_at <= $3 then 0
                                                 when password_failure.tries + 1 < 3 then 0
                                                 when password_failure.tries + 1 < 9 then 3000
                                                 when password_failure.tries + 1 < 25 then 5000
                                                 else 10000 end
 where password_failure.next_try_at <= $2
returning tries
