-- FormerStandings::keep: what still counts at $2 for the account $1 of an earlier erasure.
select former.missed_at, former.place, former.kept_until
  from former_strike former
 where former.customer_id = $1 and former.kept_until > $2
