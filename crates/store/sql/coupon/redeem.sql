-- Coupons::redeem: uses the coupon once. No row changed: it is used up or not active.
update coupon
   set used = used + 1
 where coupon_id = $1 and active = 1 and (total_limit is null or used < total_limit)
