-- FormerStandings::keep: missed games from before an earlier erasure that still count for the account $1 at $2.
select former.missed_at, former.place, former.kept_until
  from former_strike former
 where former.customer_id = $1 and former.kept_until > $2 and former.forgiven_at is null
