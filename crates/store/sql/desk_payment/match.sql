-- DeskPayments::match_with_bank: the payment was found in the bank's list. No row changed: it was matched or voided, or did
-- not come to the venue's own UPI account.
update desk_payment
   set matched_at = $2, matched_by = $3
 where desk_payment_id = $1 and tender = 'upi_own' and matched_at is null and voided_at is null
