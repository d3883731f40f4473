-- Receipts::find_note_of_refund: the number of the credit note of a refund.
select series, year, serial
  from receipt
 where refund_id = $1
