-- Coupons::redeem: counts the customer's use. $3 is the limit, null for none. No row changed: the limit is reached.
insert into coupon_use (coupon_id, customer_id, used) values ($1, $2, 1)
on conflict (coupon_id, customer_id) do update
   set used = coupon_use.used + 1
 where cast($3 as bigint) is null or coupon_use.used < cast($3 as bigint)
