-- ProviderOrders::schedule_next_poll: the poll claimed until $2 succeeded; the next one is at $3, null for none. No row changed:
-- it was paid in the meantime, or another node has taken over.
update provider_order
   set next_poll_at = $3, list_from = $4, failed_polls = 0, poll_failure = null
 where provider_order_id = $1 and next_poll_at = $2
