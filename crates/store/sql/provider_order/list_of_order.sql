-- ProviderOrders::list_of_order: all provider orders opened for one order, the oldest first.
select {provider_order_columns}
  from {provider_orders_joined}
  join bill_line of_order on of_order.bill_id = p.bill_id
 where of_order.order_number = $1
 order by p.opened_at, p.bill_id
