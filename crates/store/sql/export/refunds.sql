-- PlayerExports::read: what went back, or will, for the orders of the account.
select refund.bill_id as bill, refund.order_number, refund.amount_paise, refund.reason, refund.status, refund.method, refund.approved_at,
       refund.issued_at, refund.ended_at
  from orders o
  join refund on refund.order_number = o.order_number
 where o.customer_id = $1
 order by refund.approved_at, refund.refund_id
