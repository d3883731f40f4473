-- Refunds::expedite: the next step of a refund that is issued or was settled another way is due now ($2). No row changed: it is
-- neither, or was found as sent after all.
update refund
   set next_step_at = $2
 where provider_refund_id = $1
   and (status = 'issued' or (status = 'processed' and method <> 'provider' and sent_after_all is null))
