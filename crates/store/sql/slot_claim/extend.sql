-- Claims::extend: extends a live hold ($5 is the current time).
update slot_claim
   set held_until = $4
 where court_id = $1 and starts_at = $2 and order_number = $3 and held_until > $5
