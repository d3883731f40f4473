-- ProviderOrders::count_watched: for the metrics. How many orders at the provider are watched for money, and how many of them
-- nobody has been able to look at $1 times in a row or more.
select count(*), cast(coalesce(sum(case when looks_failed >= $1 then 1 else 0 end), 0) as bigint)
  from provider_order
 where next_look_at is not null
