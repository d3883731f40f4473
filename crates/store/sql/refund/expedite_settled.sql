-- Refunds::expedite_settled: the provider reports a refund of this payment ($1) that no refund here waits for. It may be for one that
-- staff settled another way, so the next check of those is due now ($2). With `status = 'processed'` PostgreSQL would read all of them,
-- by the index of these, in place of the payment's.
update refund
   set next_step_at = $2
 where payment_id = $1 and not (status = 'approved' or status = 'issued' or status = 'failed')
   and method <> 'provider' and sent_after_all is null
