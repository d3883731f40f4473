-- Refunds::watch: the provider was asked about a refund that was settled another way; ask again at $3. No row changed: it
-- is not one.
update refund
   set next_step_at = $3, tries = 0
 where refund_id = $1 and status = 'processed' and method <> 'provider' and payment_id is not null and next_step_at is not null
   and sent_after_all is null and attempt = $2
