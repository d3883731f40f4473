-- Imports::switch_off_coupon: it was removed from the operator's file.
update coupon
   set active = 0
 where coupon_id = $1
