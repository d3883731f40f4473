-- ProviderOrders::record_failed_poll: the poll claimed until $2 failed for the reason $5; the next one is at $3. No row changed:
-- it was paid in the meantime, or another node has taken over.
update provider_order
   set next_poll_at = $3, list_from = $4, failed_polls = failed_polls + 1, poll_failure = $5
 where provider_order_id = $1 and next_poll_at = $2
