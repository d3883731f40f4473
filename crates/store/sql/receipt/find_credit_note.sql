-- Receipts::find_credit_note: the newest credit note of a bill.
select {receipt_columns}
  from receipt d
 where d.bill_id = $1 and d.kind = 'credit_note'
 order by d.issued_at desc, d.serial desc
 limit 1
