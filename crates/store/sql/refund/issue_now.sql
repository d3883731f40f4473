-- Refunds::issue_now: staff does not wait for the weekly batch. No row touched: it is due already, or further.
update refund
   set next_step_at = $2
 where payment_id = $1 and status = 'approved' and next_step_at > $2
