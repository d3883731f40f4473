-- ClosureOffers::find_moved_to: the offer whose answer was this booking.
select {closure_offer_columns}
  from closure_offer f
 where f.new_order = $1
