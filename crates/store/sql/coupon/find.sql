-- Coupons::find: the coupon with this code, in upper case.
select {coupon_columns}
  from coupon
 where code = $1
