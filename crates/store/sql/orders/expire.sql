-- Orders::expire: names what the clock has decided already; run after slot_claim/sweep in the same unit of work.
-- Once a second: the index of holds (orders_one_hold) is all it reads.
update orders
   set status = 'expired', held_until = null
 where status = 'held' and held_until <= $1
returning order_number, customer_id, venue_id, venue_day, start_minute, coalesce(slot_minutes, play_minutes)
