-- Refunds::pay_out: a desk gives the money back by the way $5, from the drawer of the shift $3 if it is cash. No row
-- changed: it was paid out, or goes back through the provider.
update refund
   set status = 'processed', issued_at = $2, ended_at = $2, shift_id = $3, paid_out_by = $4, method = $5
 where refund_id = $1 and status = 'approved' and method <> 'provider'
