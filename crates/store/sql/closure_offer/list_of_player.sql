-- ClosureOffers::list_of_player: what one player was offered because of one closure, the earliest game first.
select {closure_offer_columns}
  from closure_offer offer
  join orders o on o.order_number = offer.order_number
 where offer.block_id = $1 and offer.customer_id = $2
 order by o.starts_at, o.court_id, offer.order_number
