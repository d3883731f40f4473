-- ProviderOrders::find_by_reference: the provider order with this reference.
select {provider_order_columns}
  from {provider_orders_joined}
 where p.reference = $1
