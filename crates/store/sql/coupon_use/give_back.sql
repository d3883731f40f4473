-- Coupons::give_back: a cancelled booking returns the customer's use.
update coupon_use
   set used = used - 1
 where coupon_id = $1 and customer_id = $2 and used > 0
