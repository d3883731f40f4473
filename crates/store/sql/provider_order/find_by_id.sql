-- ProviderOrders::find_by_id: the provider order with this id at the provider.
select {provider_order_columns}
  from {provider_orders_joined}
 where p.provider_order_id = $1
