-- FormerStandings::count_again: the missed game at $2, of several there the one with the number $3, counts again for the account $1. No row:
-- it was not forgiven, or would count no more at $4.
update former_strike
   set forgiven_at = null, forgiven_by = null, forgiven_because = null
 where customer_id = $1 and missed_at = $2 and place = $3 and kept_until > $4 and forgiven_at is not null
