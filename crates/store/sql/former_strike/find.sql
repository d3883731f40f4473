-- FormerStandings::find: the games that the account $1 missed before the data of its number were erased and that have not expired at $2,
-- the latest first. Two numbers of one person may both have the same game; then the row that counts comes first.
select former.missed_at, former.place, former.kept_until, former.forgiven_at, former.forgiven_by, former.forgiven_because
  from former_strike former
 where former.customer_id = $1 and former.kept_until > $2
 order by former.missed_at desc, former.place, case when former.forgiven_at is null then 0 else 1 end, former.phone_hash
