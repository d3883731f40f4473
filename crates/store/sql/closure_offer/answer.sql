-- ClosureOffers::answer: answers an offer as $2, by the member of staff $4 (null: the player, or it expired), with the
-- booking $5 in its place. No row changed: it was answered before.
update closure_offer
   set state = $2, answered_at = $3, answered_by = $4, new_order = $5
 where order_number = $1 and state = 'open'
