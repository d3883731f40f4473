-- ClosureOffers::note_call: staff called the player. No row changed: the order has no offer, or the offer was answered or ended
-- by the job (expire_offers). Until the job has ended it, a call can be noted after `open_until`, too.
update closure_offer
   set called_at = $2, called_by = $3
 where order_number = $1 and state = 'open'
