-- Refunds::list_of_customer: as refund/list_of_order, for all orders of a customer; `counts_for` is the order.
select {refund_columns}, line.order_number as counts_for
  from orders o
  join bill_line line on line.order_number = o.order_number
  join refund on refund.bill_id = line.bill_id
 where o.customer_id = $1 and (refund.order_number = o.order_number or refund.about like 'payment.%')
 order by refund.approved_at, refund.refund_id
