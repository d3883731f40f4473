-- RefundQueue::list: refunds of the provider that went back twice and have no explanation, of the venues in $4 (",1,2,"),
-- the oldest first, after the time ($1) and number ($2).
select {refund_columns}, {refund_queue_columns}
  from refund
  join orders o on o.order_number = refund.order_number
  join customer on customer.customer_id = o.customer_id
  join court on court.court_id = o.court_id
 where refund.sent_after_all is not null and refund.explained_at is null
   and (refund.approved_at, refund.refund_id) > (cast($1 as bigint), cast($2 as bigint))
   and $4 like '%,' || cast(o.venue_id as text) || ',%'
 order by refund.approved_at, refund.refund_id
 limit $3
