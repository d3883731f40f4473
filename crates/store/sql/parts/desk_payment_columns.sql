-- Money taken at a desk. Read by `desk_payment` in desk_payments.rs.
d.desk_payment_id, d.bill_id, d.venue_id, d.shift_id, d.tender, d.amount_paise, d.round_off_paise, d.refunded_paise, d.payer,
       d.reference, d.matched_at, d.matched_by, d.staff_id, d.taken_at, d.voided_at, d.voided_by, d.void_reason
