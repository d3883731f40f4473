-- Closures::unblock: removes blocks of a court that start from $2 to before $3, or earlier and end after $4. Holds, those of the desk
-- included, and bookings stay.
delete from slot_claim
 where court_id = $1 and starts_at > cast($2 as bigint) - {longest_slot} and starts_at < $3 and (starts_at >= $2 or ends_at > $4)
   and block_id is not null and held_until is null
returning court_id, starts_at, ends_at, block_id
