-- Refunds::approve: reserves a refund. No row changed: more would go back than came.
update payment
   set refunded_paise = refunded_paise + $2
 where payment_id = $1 and refunded_paise + $2 <= amount_paise
