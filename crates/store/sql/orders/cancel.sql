-- Orders::cancel: 'cancelled' or 'cancel_requested', once. No row changed: it is not a confirmed booking.
update orders
   set status = $2, cancelled_at = $3, cancel_reason = $4
 where order_number = $1 and status = 'confirmed'
