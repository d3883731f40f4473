-- ProviderOrders::reserve: one row for each order and amount, before the request is sent. An existing row gets the new coupon
-- and the new choice of courts; its amount and its id at the provider stay.
insert into provider_order (order_number, amount_paise, discount_paise, coupon_id, any_court, asked, opened_at)
values ($1, $2, $3, $4, $5, 0, $6)
on conflict (order_number, amount_paise) do update
   set coupon_id = excluded.coupon_id, any_court = excluded.any_court
