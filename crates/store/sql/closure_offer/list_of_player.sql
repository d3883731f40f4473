-- ClosureOffers::list_of_player: what one player was offered because of one closure, the earliest game first.
select {closure_offer_columns}
  from closure_offer f
  join orders o on o.order_number = f.order_number
 where f.block_id = $1 and f.customer_id = $2
 order by o.starts_at, o.court_id, f.order_number
