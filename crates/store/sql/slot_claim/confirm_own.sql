-- Claims::claim_paid: the order's own hold, live or run out, becomes a booking. Before claim_paid, and by itself: an insert
-- would lock the time before the row, and whoever closes the court locks the row before the time.
update slot_claim
   set held_until = null
 where court_id = $1 and starts_at = $2 and order_number = $3 and held_until is not null
