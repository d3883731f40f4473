-- Closures::find_claimants: the claims of a court that overlap $2 to before $3.
select starts_at, ends_at, order_number, block_id, held_until
  from slot_claim
 where court_id = $1 and starts_at > cast($2 as bigint) - {longest_slot} and starts_at < $3 and ends_at > $2
 order by starts_at
