-- ProviderOrders::stop_asking: the provider did nothing; the next one need not wait.
update provider_order
   set asking_until = null
 where order_number = $1 and amount_paise = $2 and provider_order_id is null
