-- Recoveries::try_again: attempt $2 failed at the provider; the next one gets a key of its own. No row changed: it
-- is not the latest attempt.
update recovered_payment
   set attempt = attempt + 1, status = 'found', ended_at = null
 where payment_id = $1 and attempt = $2
