-- ProviderOrders::find: the provider order of a bill.
select {provider_order_columns}
  from {provider_orders_joined}
 where p.bill_id = $1
