-- RefundQueue::list: refunds of the provider that are done, of the venues in $4 (",1,2,"), the latest first, before the
-- time ($1) and number ($2).
select {refund_columns}, {refund_queue_columns}
  from refund
  join orders o on o.order_number = refund.order_number
  join customer on customer.customer_id = o.customer_id
  join court on court.court_id = o.court_id
 where refund.status = 'processed' and refund.payment_id is not null
   and (refund.sent_after_all is null or refund.explained_at is not null)
   and (refund.ended_at, refund.refund_id) < (cast($1 as bigint), cast($2 as bigint))
   and $4 like '%,' || cast(o.venue_id as text) || ',%'
 order by refund.ended_at desc, refund.refund_id desc
 limit $3
