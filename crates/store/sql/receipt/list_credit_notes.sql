-- Receipts::list_credit_notes: the credit notes that reduce one of the receipts of a bill, the oldest first.
select {receipt_columns}
  from receipt d
 where d.bill_id = $1 and d.kind = 'credit_note' and d.edition = $2
 order by d.issued_at, d.serial
