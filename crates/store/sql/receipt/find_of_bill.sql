-- Receipts::find_of_bill: the newest receipt of a bill.
select {receipt_columns}
  from receipt d
 where d.bill_id = $1 and d.kind = 'receipt'
 order by d.edition desc
 limit 1
