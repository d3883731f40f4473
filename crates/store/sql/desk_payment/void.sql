-- DeskPayments::void: it was a mistake; the row stays. No row changed: it is voided already, or a part of it was refunded.
update desk_payment
   set voided_at = $2, voided_by = $3, void_reason = $4
 where desk_payment_id = $1 and voided_at is null and refunded_paise = 0
