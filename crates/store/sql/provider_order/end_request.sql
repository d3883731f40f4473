-- ProviderOrders::end_request: the request failed, so the next caller need not wait for the lease to expire. The provider may
-- have created the order nevertheless, so requests stays above 0.
update provider_order
   set requesting_until = null
 where bill_id = $1 and provider_order_id is null
