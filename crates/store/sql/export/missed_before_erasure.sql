-- PlayerExports::read: the games that the account missed before the data of its number were erased. Who forgave one is left out.
select former.missed_at, former.place, former.kept_until, former.forgiven_at, former.forgiven_because
  from former_strike former
 where former.customer_id = $1
 order by former.missed_at, former.place, former.phone_hash
