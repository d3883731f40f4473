-- Claims::hand_over: the court time of the desk hold $4 becomes that of the booking $3. No row changed: the desk hold does not have the
-- claim any more.
update slot_claim
   set order_number = $3, block_id = null, held_until = null
 where court_id = $1 and starts_at = $2 and block_id = $4
