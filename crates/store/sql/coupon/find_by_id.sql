-- Coupons::find_by_id: the coupon whose discount is in the amount that was paid.
select coupon_id, code, kind, value, max_discount_paise, min_amount_paise, starts_at, ends_at, venue_ids, total_limit,
       per_customer_limit, used, active
  from coupon
 where coupon_id = $1
