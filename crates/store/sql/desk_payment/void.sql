-- DeskPayments::void: the payment was a mistake. Cash goes out of the drawer of the shift $5. No row changed: it is voided
-- already, or a part of it was refunded.
update desk_payment
   set voided_at = $2, voided_by = $3, void_reason = $4, void_shift_id = $5
 where desk_payment_id = $1 and voided_at is null and refunded_paise = 0
