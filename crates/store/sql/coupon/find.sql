-- Coupons::find: the coupon of the code that the player typed, in upper case.
select {coupon_columns}
  from coupon
 where code = $1
