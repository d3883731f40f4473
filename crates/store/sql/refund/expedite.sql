-- Refunds::expedite: the provider reports a change of this refund, on its way or settled another way; look at it now ($2).
update refund
   set next_step_at = $2
 where provider_refund_id = $1
   and (status = 'issued' or (status = 'processed' and method <> 'provider' and sent_after_all is null))
