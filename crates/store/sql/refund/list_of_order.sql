-- Refunds::list_of_order: refunds of one order.
select {refund_columns}
  from refund
 where order_number = $1
 order by approved_at, payment_id
