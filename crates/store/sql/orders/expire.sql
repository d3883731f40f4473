-- Orders::expire: sets the status of expired holds; run after slot_claim/sweep in the same unit of work. It reads the index of
-- holds (orders_hold_place) only.
update orders
   set status = 'expired', held_until = null, version = version + 1
 where status = 'held' and held_until <= $1
returning order_number, customer_id, venue_id, venue_day, start_minute, coalesce(slot_minutes, play_minutes) as slot_minutes
