-- Audit::find_player_of: the customer who made the payment of a line of a payout, or to whom its refund gives money back. A refund
-- that the provider sent after all has a second id.
select o.customer_id
  from payment paid
  join bill_line l on l.bill_id = paid.bill_id
  join orders o on o.order_number = l.order_number
 where paid.payment_id = $1
union
select o.customer_id
  from refund
  join bill_line l on l.bill_id = refund.bill_id
  join orders o on o.order_number = l.order_number
 where refund.provider_refund_id = $1
union
select o.customer_id
  from refund
  join bill_line l on l.bill_id = refund.bill_id
  join orders o on o.order_number = l.order_number
 where refund.sent_after_all = $1
 limit 1
