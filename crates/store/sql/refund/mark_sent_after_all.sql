-- Refunds::mark_sent_after_all: the provider has sent, as $2, what staff settled another way. No row changed: that was
-- found before, or it is not settled another way.
update refund
   set sent_after_all = $2, sent_after_all_at = $3, next_step_at = null
 where refund_id = $1 and status = 'processed' and method <> 'provider' and payment_id is not null
   and sent_after_all is null
