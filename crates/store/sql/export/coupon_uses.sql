-- PlayerExports::read: which coupons the account has used, and how often.
select coupon.code as coupon, used.used as times
  from coupon
  join coupon_use used on used.coupon_id = coupon.coupon_id and used.customer_id = $1
 order by coupon.code
