-- DeskCoupons::list: all coupons, with the columns for the desk.
select {coupon_columns}, {desk_coupon_columns}
  from coupon
 order by code
