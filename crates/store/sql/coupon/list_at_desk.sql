-- DeskCoupons::list: all coupons, with what the desk knows of them.
select {coupon_columns}, {desk_coupon_columns}
  from coupon
 order by code
