-- Refunds::issue_now: the refund is due now ($2). No row changed: it is due already, a desk gives it back, or it is not approved any
-- more.
update refund
   set next_step_at = $2
 where refund_id = $1 and status = 'approved' and next_step_at > $2
