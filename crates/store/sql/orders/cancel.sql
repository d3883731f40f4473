-- Orders::cancel: 'cancelled' or 'cancel_requested', once. No row touched: it is no confirmed booking (any more).
update orders
   set status = $2, cancelled_at = $3, cancel_reason = $4
 where order_number = $1 and status = 'confirmed'
