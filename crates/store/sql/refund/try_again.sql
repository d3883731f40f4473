-- Refunds::try_again: attempt $3 failed at the provider; the next one is due now ($2) with a key of its own. It counts as tried
-- once, so the wait after its first failed step is longer. No row changed: another caller has started it, or the refund was
-- settled another way.
update refund
   set attempt = attempt + 1, tries = 1, next_step_at = $2, issued_at = null, ended_at = null
 where refund_id = $1 and status = 'failed' and attempt = $3 and next_step_at is null
