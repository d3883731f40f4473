-- DeskPayments::match_with_bank: it was found in the bank's list. No row changed: it was matched or voided, or cannot be.
update desk_payment
   set matched_at = $2, matched_by = $3
 where desk_payment_id = $1 and tender = 'upi_own' and matched_at is null and voided_at is null
