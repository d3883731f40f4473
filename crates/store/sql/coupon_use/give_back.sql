-- Coupons::give_back: gives one use of the customer back.
update coupon_use
   set used = used - 1
 where coupon_id = $1 and customer_id = $2 and used > 0
