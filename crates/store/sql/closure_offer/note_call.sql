-- ClosureOffers::note_call: staff called the player. No row changed: the order has no offer, or its state is no longer
-- 'open'. open_until is not checked.
update closure_offer
   set called_at = $2, called_by = $3
 where order_number = $1 and state = 'open'
