-- ProviderOrders::record: the provider's id, once. No row touched: another answer was first.
update provider_order
   set provider_order_id = $3, asking_until = null, next_look_at = $4
 where order_number = $1 and amount_paise = $2 and provider_order_id is null
