-- Claims::hand_over: the court time of one order or desk hold becomes that of the order $4, held until $5 (null: booked). No row
-- changed: neither the order $3 nor the desk hold $6 has the claim any more.
update slot_claim
   set order_number = $4, block_id = null, held_until = $5
 where court_id = $1 and starts_at = $2 and (order_number = $3 or block_id = $6)
