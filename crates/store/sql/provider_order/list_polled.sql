-- ProviderOrders::list_polled: for sideout recover. Provider orders opened before $1 that are still polled.
select order_number, amount_paise, discount_paise, coupon_id, any_court, provider_order_id, asked, opened_at,
       next_look_at, looks_failed, list_from
  from provider_order
 where next_look_at is not null and opened_at < $1
 order by opened_at, order_number
