-- Orders::end_cancelling: the refund of a cancelled booking is issued. No row changed: it does not wait for one.
update orders
   set status = 'cancelled', version = version + 1
 where order_number = $1 and status = 'cancel_requested'
returning customer_id
