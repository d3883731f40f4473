-- Coupons::find_by_id: the coupon with this id.
select {coupon_columns}
  from coupon
 where coupon_id = $1
