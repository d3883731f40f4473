-- Refunds::carry: what went back of the order $1 when it was moved to cheaper hours counts for the order $2.
update refund
   set order_number = $2
 where order_number = $1 and reason = 'moved'
