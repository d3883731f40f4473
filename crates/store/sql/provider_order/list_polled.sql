-- ProviderOrders::list_polled: for sideout recover. Provider orders opened before $1 that are still polled.
select {provider_order_columns}
  from provider_order
 where next_look_at is not null and opened_at < $1
 order by opened_at, order_number
