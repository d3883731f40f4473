-- ProviderOrders::count_polled: the number of provider orders that are polled, and how many of them have $1 or more failed polls in
-- a row.
select count(*) as polled, cast(coalesce(sum(case when failed_polls >= $1 then 1 else 0 end), 0) as bigint) as failing
  from provider_order
 where next_poll_at is not null
