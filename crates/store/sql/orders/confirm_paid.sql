-- Orders::confirm_paid: the order is paid and a court ($2) is claimed, also if the hold expired in the meantime. No row
-- changed: it was released, or became a booking before.
update orders
   set status = 'confirmed', held_until = null, court_id = $2, confirmed_at = $3, payment_method = 'online',
       paid_paise = $4, discount_paise = $5, coupon_id = $6,
       moved_from_court_id = case when court_id <> $2 then court_id end, version = version + 1
 where order_number = $1 and status in ('held', 'expired')
