-- ProviderOrders::take_look: one node takes a look that was due at $2 and has until $3 for it. No row touched: another has it.
update provider_order
   set next_look_at = $3
 where provider_order_id = $1 and next_look_at = $2
