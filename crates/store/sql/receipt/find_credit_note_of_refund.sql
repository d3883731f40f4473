-- Receipts::find_credit_note_of_refund: the credit note of a bill for one refund.
select {receipt_columns}
  from receipt d
 where d.bill_id = $1 and d.refund_id = $2
