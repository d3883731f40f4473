-- Coupons::give_back: a cancelled booking returns its use.
update coupon
   set used = used - 1
 where coupon_id = $1 and used > 0
