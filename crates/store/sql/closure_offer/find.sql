-- ClosureOffers::find: the offer for a booking whose court was closed.
select {closure_offer_columns}
  from closure_offer f
 where f.order_number = $1
