-- Payments::record_fee: the provider reported its fee ($2) only after the capture. No row changed: it is recorded already, or the
-- payment is not captured.
update payment
   set fee_paise = $2
 where payment_id = $1 and fee_paise = 0 and status in ('captured', 'refunded')
