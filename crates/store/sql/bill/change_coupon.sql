-- Bills::change_coupon: the coupon and the discount of a bill, which is open again, also if it was void. No row changed: it is
-- settled.
update bill
   set discount_paise = $2, coupon_id = $3, state = 'open', open_until = $4
 where bill_id = $1 and state <> 'settled'
