-- ProviderOrders::list_due: provider orders to be polled by $1, the longest overdue first.
select {provider_order_columns}
  from {provider_orders_joined}
 where p.next_poll_at <= $1
 order by p.next_poll_at
 limit $2
