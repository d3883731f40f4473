-- Claims::claim_paid: the order's own hold, live or expired, becomes a booking. No row changed: it has none. Runs before
-- claim_paid, because an insert locks the time before the row, and a closure of the court locks the row before the time.
update slot_claim
   set held_until = null
 where court_id = $1 and starts_at = $2 and order_number = $3 and held_until is not null
