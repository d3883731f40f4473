-- Coupons::find_by_id: the coupon whose discount is in the amount that was paid.
select {coupon_columns}
  from coupon
 where coupon_id = $1
