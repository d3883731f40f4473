-- Receipts::find: the newest receipt or credit note of one order. The credit note for a receipt that was replaced is shown
-- at the desk only.
select {receipt_columns}
  from bill_line line
  join receipt d on d.bill_id = line.bill_id
  left join refund on refund.refund_id = d.refund_id
 where line.order_number = $1 and d.kind = $2 and (d.reason is null or d.reason <> 'reissued')
   and (refund.order_number is null or refund.order_number = $1)
 order by d.issued_at desc, d.serial desc
 limit 1
