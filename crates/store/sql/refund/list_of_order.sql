-- Refunds::list_of_order, Board::find_booking: refunds of one order, and of whole payments for it.
select {refund_columns}
  from bill_line line
  join refund on refund.bill_id = line.bill_id
 where line.order_number = $1 and (refund.order_number = $1 or refund.about like 'payment.%')
 order by refund.approved_at, refund.refund_id
