-- Refunds::issue_now: staff issue the refund before the weekly batch. No row changed: it is due already, or issued.
update refund
   set next_step_at = $2
 where refund_id = $1 and status = 'approved' and next_step_at > $2
