-- ProviderOrders::stop_polling: no more polls of this provider order.
update provider_order
   set next_poll_at = null, failed_polls = 0, poll_failure = null
 where provider_order_id = $1
