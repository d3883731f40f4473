-- ProviderOrders::look_next: takes a look that was due at $2 and says when the next one is ($3, null for never). No row
-- touched: another node has taken it.
update provider_order
   set next_look_at = $3
 where provider_order_id = $1 and next_look_at = $2
