-- Imports::switch_off_coupon: it left the operator's file.
update coupon
   set active = 0
 where coupon_id = $1
