-- ProviderOrders::find_by_reference: the provider order that was opened for the same orders and amount before.
select {provider_order_columns}
  from {provider_orders_joined}
 where p.reference = $1
