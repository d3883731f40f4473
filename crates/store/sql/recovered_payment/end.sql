-- Recoveries::end_payment: the result for a payment that was found. No row changed: its result was recorded before.
update recovered_payment
   set status = $2, returned_paise = $3, refunded_paise = $4, provider_refund_id = $5, ended_at = $6
 where payment_id = $1 and status = 'found'
