-- Refunds::expedite: the provider has news of this refund of its own; look now ($2).
update refund
   set next_step_at = $2
 where provider_refund_id = $1 and status = 'issued'
