-- Receipts::find_edition: one of the receipts of a bill.
select {receipt_columns}
  from receipt d
 where d.bill_id = $1 and d.kind = 'receipt' and d.edition = $2
