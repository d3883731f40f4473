-- FormerStandings::count_again: the missed game of the account $1 that began at $2 (position $3 among several) counts again.
-- No row changed: it was not forgiven, or it has expired at $4.
update former_strike
   set forgiven_at = null, forgiven_by = null, forgiven_because = null
 where customer_id = $1 and missed_at = $2 and place = $3 and kept_until > $4 and forgiven_at is not null
