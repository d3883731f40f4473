-- Coupons::count_uses: the number of uses by this customer.
select used
  from coupon_use
 where coupon_id = $1 and customer_id = $2
