-- DeskCoupons::find: one coupon by its code in upper case, with what the desk knows of it.
select {coupon_columns}, {desk_coupon_columns}
  from coupon
 where code = $1
