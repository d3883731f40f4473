-- ProviderOrders::set_any_court: whether another court is acceptable to the payer.
update provider_order
   set any_court = $2
 where bill_id = $1
