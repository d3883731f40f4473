-- Claims::confirm_claim: turns a live hold into a booking. No row changed: it has expired, was released, or is confirmed
-- already.
update slot_claim
   set held_until = null
 where court_id = $1 and starts_at = $2 and order_number = $3 and held_until > $4
