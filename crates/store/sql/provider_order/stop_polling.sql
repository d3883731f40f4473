-- ProviderOrders::stop_polling: it is paid, which is final at the provider.
update provider_order
   set next_look_at = null, looks_failed = 0, look_failure = null
 where provider_order_id = $1
