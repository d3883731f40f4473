-- PlayerExports::read: which coupons the account has used, and how often.
select coupon.code as coupon, used.used as times
  from coupon_use used
  join coupon on coupon.coupon_id = used.coupon_id
 where used.customer_id = $1
 order by coupon.code
