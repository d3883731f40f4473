-- Refunds::schedule_next_check: the provider was asked about a refund that was settled another way; it is asked again at $3 (null:
-- never). No row changed: it is not settled another way, is not checked any more, was sent after all, or has another
-- attempt than $2.
update refund
   set next_step_at = $3, tries = 0
 where refund_id = $1 and status = 'processed' and method <> 'provider' and payment_id is not null and next_step_at is not null
   and sent_after_all is null and attempt = $2
