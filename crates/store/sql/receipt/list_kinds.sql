-- Receipts::list_kinds: the kinds of documents of one order.
select distinct d.kind
  from bill_line line
  join receipt d on d.bill_id = line.bill_id
  left join refund on refund.refund_id = d.refund_id
 where line.order_number = $1 and (d.reason is null or d.reason <> 'reissued')
   and (refund.order_number is null or refund.order_number = $1)
 order by d.kind desc
