-- Orders::end_cancelling: of two refunds issued at the same time, the second waits for the first and then sees it. No row changed:
-- the order does not wait for refunds.
update orders
   set version = version + 1
 where order_number = $1 and status = 'cancel_requested'
