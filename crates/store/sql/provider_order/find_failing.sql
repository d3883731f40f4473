-- ProviderOrders::find_failing: for sideout doctor. The number of polled provider orders with $1 or more failed polls in a row,
-- and the one with the most.
select (select count(*) from provider_order where next_look_at is not null and looks_failed >= $1) as count,
       order_number, looks_failed, look_failure, next_look_at
  from provider_order
 where next_look_at is not null and looks_failed >= $1
 order by looks_failed desc, order_number
 limit 1
