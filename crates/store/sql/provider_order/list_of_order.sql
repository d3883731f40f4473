-- ProviderOrders::list_of_order: all provider orders of one order.
select {provider_order_columns}
  from provider_order
 where order_number = $1
