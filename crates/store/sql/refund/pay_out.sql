-- Refunds::pay_out: a desk gives the money back by the way $5, from the drawer of the shift $3 if it is cash, with $6 added so that
-- whole rupees go back. No row changed: it was paid out, or goes back through the provider.
update refund
   set status = 'processed', issued_at = $2, ended_at = $2, shift_id = $3, paid_out_by = $4, method = $5, round_up_paise = $6
 where refund_id = $1 and status = 'approved' and method <> 'provider'
