-- ProviderOrders::find: the provider order of an order and an amount.
select order_number, amount_paise, discount_paise, coupon_id, any_court, provider_order_id, asked, opened_at,
       next_look_at, looks_failed, list_from
  from provider_order
 where order_number = $1 and amount_paise = $2
