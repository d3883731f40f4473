-- Audit::find_player_of: the customer to whom a refund gives money back.
select o.customer_id
  from refund
  join bill_line l on l.bill_id = refund.bill_id
  join orders o on o.order_number = l.order_number
 where refund.refund_id = $1
 limit 1
