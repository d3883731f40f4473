-- Refunds::approve: reserves a refund. No row changed: more would go back than was taken, or it was voided.
update desk_payment
   set refunded_paise = refunded_paise + $2
 where desk_payment_id = $1 and refunded_paise + $2 <= amount_paise - round_off_paise and voided_at is null
