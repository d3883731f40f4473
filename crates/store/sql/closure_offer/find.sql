-- ClosureOffers::find: the offer for a booking whose court was closed.
select {closure_offer_columns}
  from closure_offer offer
 where offer.order_number = $1
