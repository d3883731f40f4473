-- ClosureOffers::list_expired: offers that were not answered by $1, the oldest first.
select {closure_offer_columns}
  from closure_offer f
 where f.state = 'open' and f.open_until <= $1
 order by f.open_until, f.order_number
 limit $2
