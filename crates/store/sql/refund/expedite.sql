-- Refunds::expedite: the provider reports a change of this refund; poll it now ($2).
update refund
   set next_step_at = $2
 where provider_refund_id = $1 and status = 'issued'
