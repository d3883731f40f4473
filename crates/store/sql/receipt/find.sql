-- Receipts::find: the newest receipt or credit note of one order. The credit note for a receipt that was replaced is shown
-- at the desk only.
select d.series, d.year, d.serial, d.bill_id, d.order_number, d.payment_id, d.issued_on, d.total_paise, d.tax_rate, d.taxable_paise,
       d.central_paise, d.state_paise, d.reason, d.facts, d.edition
  from bill_line line
  join receipt d on d.bill_id = line.bill_id
  left join refund on refund.refund_id = d.refund_id
 where line.order_number = $1 and d.kind = $2 and (d.reason is null or d.reason <> 'reissued')
   and (refund.order_number is null or refund.order_number = $1)
 order by d.issued_at desc, d.serial desc
 limit 1
