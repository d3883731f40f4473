-- ProviderOrders::find_by_id: the provider order with this id at the provider.
select order_number, amount_paise, discount_paise, coupon_id, any_court, provider_order_id, asked, opened_at,
       next_look_at, looks_failed, list_from
  from provider_order
 where provider_order_id = $1
