-- Refunds::try_again: the provider gave attempt $3 up; the next one is due now ($2) and gets a key of its own. It counts as
-- tried before, so that what has gone back is looked at first. No row touched: somebody has begun it.
update refund
   set attempt = attempt + 1, tries = 1, next_step_at = $2, issued_at = null, ended_at = null
 where payment_id = $1 and status = 'failed' and attempt = $3 and next_step_at is null
