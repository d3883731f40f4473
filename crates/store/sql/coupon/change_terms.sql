-- DeskCoupons::change_terms: what it takes off, its venues, its first day and the limit of one player. No row
-- changed: it was used, and keeps these.
update coupon
   set kind = $2, value = $3, max_discount_paise = $4, min_amount_paise = $5, starts_at = $6, venue_ids = $7,
       per_customer_limit = $8
 where coupon_id = $1 and used = 0
   and not exists (select 1 from coupon_use where coupon_use.coupon_id = coupon.coupon_id)
