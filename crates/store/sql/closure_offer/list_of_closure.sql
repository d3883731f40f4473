-- ClosureOffers::list_of_closure: all bookings that a closure ended, those without an offer included: a game that had begun, or a closure that offers
-- no other hours.
select {board_columns}, offer.block_id as offer_block_id, offer.state as offer_state, offer.open_until,
       offer.created_at as offered_at, offer.answered_at, offer.answered_by, offer.new_order, offer.called_at, offer.called_by
  from {board_joined}
  left join closure_offer offer on offer.order_number = o.order_number
 where o.block_id = $1
 order by o.starts_at, o.court_id, o.order_number
