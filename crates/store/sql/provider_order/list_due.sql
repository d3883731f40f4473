-- ProviderOrders::list_due: provider orders to be polled by $1, the longest overdue first.
select {provider_order_columns}
  from provider_order
 where next_look_at <= $1
 order by next_look_at
 limit $2
