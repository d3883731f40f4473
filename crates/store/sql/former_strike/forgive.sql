-- FormerStandings::forgive: the missed game at $2, of several there the one with the number $3, counts no more for the account $1. No row:
-- there is none that counts at $4.
update former_strike
   set forgiven_at = $4, forgiven_by = $5, forgiven_because = $6
 where customer_id = $1 and missed_at = $2 and place = $3 and kept_until > $4 and forgiven_at is null
