-- PlayerMerges::give: the uses of coupons by the account $1 count for the account $2 as well.
insert into coupon_use (coupon_id, customer_id, used)
select given.coupon_id, cast($2 as bigint), given.used
  from coupon_use given
 where given.customer_id = $1
on conflict (coupon_id, customer_id) do update
   set used = coupon_use.used + excluded.used
