-- Claims::extend: extends a live hold ($5 is the current time) until $4. No row changed: it has expired, or is not a hold of this order.
update slot_claim
   set held_until = $4
 where court_id = $1 and starts_at = $2 and order_number = $3 and held_until > $5
