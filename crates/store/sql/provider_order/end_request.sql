-- ProviderOrders::end_request: the provider created nothing, so the next caller need not wait for the lease to expire.
update provider_order
   set requesting_until = null
 where bill_id = $1 and provider_order_id is null
