-- ProviderOrders::looked: the look taken until $2 was made; the next one is at $3, null for never. No row touched: it was
-- paid meanwhile, or another node has taken over.
update provider_order
   set next_look_at = $3, list_from = $4, looks_failed = 0, look_failure = null
 where provider_order_id = $1 and next_look_at = $2
