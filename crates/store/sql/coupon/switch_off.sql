-- Imports::switch_off_coupons: the coupon was removed from the operator's file. No row changed: the desk manages it.
update coupon
   set active = 0, version = version + 1
 where coupon_id = $1 and managed_by = 'file'
