-- A coupon. Read by `coupon` in coupons.rs.
coupon_id, code, kind, value, max_discount_paise, min_amount_paise, starts_at, ends_at, venue_ids, total_limit,
       per_customer_limit, used, active
