-- RefundQueue::list: refunds of the provider of one status ($5) that are not done, of the venues in $4 (",1,2,"), the
-- oldest first, after the time ($1) and number ($2); of failed ones those that are tried again ($6 is 1), or the others.
select {refund_columns}, {refund_queue_columns}
  from refund
  join orders o on o.order_number = refund.order_number
  join customer on customer.customer_id = o.customer_id
  join court on court.court_id = o.court_id
 where refund.status = $5 and refund.status <> 'processed' and refund.payment_id is not null
   and (refund.status <> 'failed' or case when refund.next_step_at is null then 0 else 1 end = cast($6 as bigint))
   and (refund.approved_at, refund.refund_id) > (cast($1 as bigint), cast($2 as bigint))
   and $4 like '%,' || cast(o.venue_id as text) || ',%'
 order by refund.approved_at, refund.refund_id
 limit $3
