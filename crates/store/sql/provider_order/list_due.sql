-- ProviderOrders::list_due: provider orders to be polled by $1, the longest overdue first.
select order_number, amount_paise, discount_paise, coupon_id, any_court, provider_order_id, asked, opened_at,
       next_look_at, looks_failed, list_from
  from provider_order
 where next_look_at <= $1
 order by next_look_at
 limit $2
