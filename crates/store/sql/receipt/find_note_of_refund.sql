-- Receipts::find_credit_note_number: the number of the credit note of a refund.
select series, year, serial
  from receipt
 where refund_id = $1
