-- PlayerExports::read: refunds for the orders of the account, paid and owed.
select refund.bill_id as bill, refund.order_number, refund.amount_paise, refund.reason, refund.status, refund.method, refund.approved_at,
       refund.issued_at, refund.ended_at
  from orders o
  join refund on refund.order_number = o.order_number
 where o.customer_id = $1
 order by refund.approved_at, refund.refund_id
