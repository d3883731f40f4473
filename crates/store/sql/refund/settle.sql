-- Refunds::settle: staff give back by the way $4 what failed at the provider, from the drawer of the shift $5 if it is
-- cash. It counts as an attempt of its own, so that its entry of the ledger is another one. From $8 on the provider is
-- asked whether it has sent attempt $3 after all. No row changed: it is being tried again, or was settled.
update refund
   set status = 'processed', attempt = attempt + 1, tries = 0, method = $4, shift_id = $5, paid_out_by = $6, ended_at = $7,
       issued_at = $7, next_step_at = $8, reference = $9, note = $10, voucher = $11
 where refund_id = $1 and payment_id = $2
   and status = 'failed' and attempt = $3 and next_step_at is null
