-- DeskCoupons::find: one coupon by its code in upper case, with the columns for the desk.
select {coupon_columns}, {desk_coupon_columns}
  from coupon
 where code = $1
