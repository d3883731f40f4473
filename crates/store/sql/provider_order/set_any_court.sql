-- ProviderOrders::set_any_court: the payer opened the checkout again; whether another court is acceptable may have changed.
update provider_order
   set any_court = $2
 where bill_id = $1
