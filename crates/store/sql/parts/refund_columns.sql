-- A refund. Read by `refund` in payments/refunds.rs.
refund.refund_id, refund.bill_id, refund.payment_id, refund.desk_payment_id, refund.method, refund.about,
       refund.order_number, refund.amount_paise, refund.round_up_paise, refund.reason, refund.status, refund.attempt, refund.tries,
       refund.provider_refund_id, refund.next_step_at, refund.approved_at, refund.issued_at, refund.ended_at, refund.paid_out_by,
       refund.fault, refund.reference, refund.note, refund.sent_after_all, refund.sent_after_all_at, refund.explanation,
       refund.explained_by, refund.explained_at
