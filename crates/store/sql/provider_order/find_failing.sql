-- ProviderOrders::find_failing: for sideout doctor. How many are open whose looks came to nothing $1 times in a row or more,
-- and the one of them that failed most often.
select (select count(*) from provider_order where next_look_at is not null and looks_failed >= $1),
       order_number, looks_failed, look_failure, next_look_at
  from provider_order
 where next_look_at is not null and looks_failed >= $1
 order by looks_failed desc, order_number
 limit 1
