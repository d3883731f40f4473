-- PasswordFailures::count_try: counts a try before its password is compared, so that concurrent tries are counted one by
-- one, for one number from one network. It causes a delay (in milliseconds) and not a lock, and the owner in another network has
-- none. If the last try was at $4 or before, the count starts again. A delay that ends after $5 was written by a wrong clock.
-- No row: the delay is not over.
insert into password_delay (phone, network, tries, last_try_at, next_try_at)
values ($1, $2, 1, $3, $3)
on conflict (phone, network) do update
   set tries = case when password_delay.last_try_at <= $4 then 1 else password_delay.tries + 1 end,
       last_try_at = excluded.last_try_at,
       next_try_at = excluded.next_try_at + case when password_delay.last_try_at <= $4 then 0
                                                 when password_delay.tries + 1 < 3 then 0
                                                 when password_delay.tries + 1 < 9 then 3000
                                                 when password_delay.tries + 1 < 25 then 5000
                                                 else 10000 end
 where password_delay.next_try_at <= $3 or password_delay.next_try_at > $5
returning tries
