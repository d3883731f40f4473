-- ClosureOffers::note_call: staff called the player, also after `open_until`. No row changed: the order has no open offer.
update closure_offer
   set called_at = $2, called_by = $3
 where order_number = $1 and state = 'open'
