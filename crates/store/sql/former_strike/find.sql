-- FormerStandings::find: how many missed games of a number before its data were erased count for the account $1 at $2, and until when.
select count(distinct former.missed_at * 1000 + former.place) as missed, max(former.kept_until) as kept_until
  from former_strike former
 where former.customer_id = $1 and former.kept_until > $2
