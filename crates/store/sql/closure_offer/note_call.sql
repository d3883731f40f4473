-- ClosureOffers::note_call: staff called the player. No row changed: the order has no offer, or the offer was answered
-- or has expired (state). A call can be noted after open_until until the job has ended the offer.
update closure_offer
   set called_at = $2, called_by = $3
 where order_number = $1 and state = 'open'
