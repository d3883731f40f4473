-- Coupons::used_by: how often this customer has used it.
select used
  from coupon_use
 where coupon_id = $1 and customer_id = $2
