-- Imports::read_operator_data: all coupons, including those switched off.
select {coupon_columns}, managed_by
  from coupon
 order by coupon_id
