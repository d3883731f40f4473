-- ClosureOffers::list_expired: at most $2 open offers whose time ended by $1, in the order in which it ended.
select {closure_offer_columns}
  from closure_offer f
 where f.state = 'open' and f.open_until <= $1
 order by f.open_until, f.order_number
 limit $2
