-- ProviderOrders::claim_poll: one node claims the poll that was due at $2 until $3. No row changed: another node has claimed it,
-- or polling has ended.
update provider_order
   set next_poll_at = $3
 where provider_order_id = $1 and next_poll_at = $2
