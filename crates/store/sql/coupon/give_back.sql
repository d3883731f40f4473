-- Coupons::give_back: gives one use back.
update coupon
   set used = used - 1
 where coupon_id = $1 and used > 0
