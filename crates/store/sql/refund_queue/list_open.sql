-- RefundQueue::list_open: refunds of the provider that are not done or went back twice, of the venues in $5 (",1,2,"), after the
-- place ($1), time ($2) and number ($3): 0 went back twice, 1 failed, 2 waits, 3 is on its way.
select listed.place, {refund_columns}, {refund_queue_columns}
  from (select refund_id, approved_at,
               case when status = 'failed' and next_step_at is null then 1 when status = 'approved' then 2 else 3 end as place
          from refund
         where status <> 'processed' and payment_id is not null
        union all
        select refund_id, approved_at, 0
          from refund
         where sent_after_all is not null and explained_at is null) listed
  join refund on refund.refund_id = listed.refund_id
  join orders o on o.order_number = refund.order_number
  join customer on customer.customer_id = o.customer_id
  join court on court.court_id = o.court_id
 where (listed.place, listed.approved_at, listed.refund_id) > (cast($1 as bigint), cast($2 as bigint), cast($3 as bigint))
   and $5 like '%,' || cast(o.venue_id as text) || ',%'
 order by listed.place, listed.approved_at, listed.refund_id
 limit $4
