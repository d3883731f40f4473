-- Closures::unblock_closure: removes the blocks of a closure whose time ends after $2.
delete from slot_claim
 where block_id = $1 and held_until is null and ends_at > $2
returning court_id, starts_at, ends_at
