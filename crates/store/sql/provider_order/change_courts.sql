-- ProviderOrders::change_courts: the payer asked again; whether another court will do may have changed.
update provider_order
   set any_court = $2
 where bill_id = $1
