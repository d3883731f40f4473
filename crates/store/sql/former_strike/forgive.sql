-- FormerStandings::forgive: the missed game of the account $1 that began at $2 (position $3 among several) no longer counts.
-- No row changed: the account has no such game that counts at $4.
update former_strike
   set forgiven_at = $4, forgiven_by = $5, forgiven_because = $6
 where customer_id = $1 and missed_at = $2 and place = $3 and kept_until > $4 and forgiven_at is null
