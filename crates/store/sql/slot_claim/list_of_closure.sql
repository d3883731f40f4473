-- Closures::list_blocked: the time that a closure blocks or has blocked, by court. What was opened again is not in it.
select court_id, starts_at, ends_at
  from slot_claim
 where block_id = $1 and held_until is null
 order by court_id, starts_at
