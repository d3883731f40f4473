-- Orders::confirm: turns the hold into a booking. No row changed: it is not a hold any more.
update orders
   set status = 'confirmed', held_until = null, confirmed_at = $2, payment_method = $3,
       discount_paise = $4, coupon_id = $5, version = version + 1
 where order_number = $1 and status = 'held'
