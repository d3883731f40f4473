-- A provider order. Read by `provider_order` in payments/provider_orders.rs.
order_number, amount_paise, discount_paise, coupon_id, any_court, provider_order_id, asked, opened_at,
       next_look_at, looks_failed, list_from
