-- Recoveries::end_payment: what was done about a payment that was found. No row touched: that is written.
update recovered_payment
   set status = $2, returned_paise = $3, refunded_paise = $4, provider_refund_id = $5, ended_at = $6
 where payment_id = $1 and status = 'found'
