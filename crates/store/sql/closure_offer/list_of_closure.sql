-- ClosureOffers::list_of_closure: all bookings that a closure ended, those without an offer included: a game that had begun.
select {board_columns}, f.block_id as offer_block_id, f.state as offer_state, f.open_until, f.created_at as offered_at,
       f.answered_at, f.answered_by, f.new_order, f.called_at, f.called_by
  from {board_joined}
  left join closure_offer f on f.order_number = o.order_number
 where o.block_id = $1
 order by o.starts_at, o.court_id, o.order_number
