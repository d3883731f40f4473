-- Receipts::list_of_order: the receipts of one order, then its credit notes, each the oldest first. A receipt that was replaced, and
-- the credit note for it, are left out.
select {receipt_columns}
  from bill_line line
  join receipt d on d.bill_id = line.bill_id
  left join refund on refund.refund_id = d.refund_id
 where line.order_number = $1 and (d.reason is null or d.reason <> 'reissued')
   and (refund.order_number is null or refund.order_number = $1)
   and (d.kind = 'credit_note'
        or not exists (select 1 from receipt newer
                        where newer.bill_id = d.bill_id and newer.kind = 'receipt' and newer.edition > d.edition))
 order by d.kind desc, d.issued_at, d.serial, d.series
