-- Receipts::lock_whole: locks the payment that settled a bill online until the unit of work ends. No row changed: a part of
-- it was refunded, or there is none.
update payment
   set refunded_paise = refunded_paise
 where bill_id = $1 and outcome = 'confirmed' and refunded_paise = 0
