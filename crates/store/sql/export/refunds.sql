-- PlayerExports::read: refunds for the orders of the account.
select refund.bill_id as bill, refund.order_number, refund.amount_paise, refund.reason, refund.status, refund.method, refund.approved_at,
       refund.issued_at, refund.ended_at,
       case when length(refund.reference) > 4 then substr(refund.reference, length(refund.reference) - 3)
            else refund.reference end as reference_ends_in, refund.note, refund.explanation
  from orders o
  join refund on refund.order_number = o.order_number
 where o.customer_id = $1
 order by refund.approved_at, refund.refund_id
