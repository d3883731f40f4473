-- ProviderOrders::find: the provider order of an order and an amount.
select {provider_order_columns}
  from provider_order
 where order_number = $1 and amount_paise = $2
