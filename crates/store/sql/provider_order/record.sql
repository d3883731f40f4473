-- ProviderOrders::record: records the provider's id, once. No row changed: an id is recorded already.
update provider_order
   set provider_order_id = $3, asking_until = null, next_look_at = $4
 where order_number = $1 and amount_paise = $2 and provider_order_id is null
