-- ProviderOrders::list_polled: provider orders opened before $1 that are still polled.
select {provider_order_columns}
  from {provider_orders_joined}
 where p.next_poll_at is not null and p.opened_at < $1
 order by p.opened_at, order_number
