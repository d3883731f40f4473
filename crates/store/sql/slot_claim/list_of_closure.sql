-- Closures::list_blocked: the time that a closure blocks and that ends after $2, by court.
select court_id, starts_at, ends_at
  from slot_claim
 where block_id = $1 and held_until is null and ends_at > $2
 order by court_id, starts_at
