-- ProviderOrders::record: records the provider's id, once. No row changed: an id is recorded already.
update provider_order
   set provider_order_id = $2, requesting_until = null, next_poll_at = $3
 where bill_id = $1 and provider_order_id is null
