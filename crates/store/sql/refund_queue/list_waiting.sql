-- RefundQueue::list_waiting: refunds of the provider that wait after $1 for their batch or their next try, of the venues in $2
-- (",1,2,"); at most $3.
-- The second condition lets both engines use the partial index `refund_open`.
select {refund_columns}, o.venue_id
  from refund
  join orders o on o.order_number = refund.order_number
 where refund.status = 'approved' and refund.status <> 'processed' and refund.payment_id is not null
   and refund.next_step_at > $1
   and $2 like '%,' || cast(o.venue_id as text) || ',%'
 order by refund.approved_at, refund.refund_id
 limit $3
