-- Imports::known: all coupons, including those switched off.
select {coupon_columns}
  from coupon
 order by coupon_id
