-- Refunds::issue_now: staff issue the refund before the weekly batch or its next try. No row changed: it is due already, a desk
-- gives it back, or it is not approved any more.
update refund
   set next_step_at = $2
 where refund_id = $1 and status = 'approved' and next_step_at > $2
