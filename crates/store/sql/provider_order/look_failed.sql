-- ProviderOrders::look_failed: the look taken until $2 came to nothing, $5 says why; the next one is at $3. No row touched:
-- it was paid meanwhile, or another node has taken over.
update provider_order
   set next_look_at = $3, list_from = $4, looks_failed = looks_failed + 1, look_failure = $5
 where provider_order_id = $1 and next_look_at = $2
