-- ProviderOrders::stop_polling: the provider order is paid, which is final at the provider.
update provider_order
   set next_poll_at = null, failed_polls = 0, poll_failure = null
 where provider_order_id = $1
