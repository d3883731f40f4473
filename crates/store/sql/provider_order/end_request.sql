-- ProviderOrders::end_request: the provider created nothing, so the next caller need not wait for the lease to expire.
update provider_order
   set asking_until = null
 where order_number = $1 and amount_paise = $2 and provider_order_id is null
