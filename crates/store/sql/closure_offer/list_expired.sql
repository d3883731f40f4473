-- ClosureOffers::list_expired: at most $2 open offers whose time ended by $1, in the order in which it ended.
select {closure_offer_columns}
  from closure_offer offer
 where offer.state = 'open' and offer.open_until <= $1
 order by offer.open_until, offer.order_number
 limit $2
