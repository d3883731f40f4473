-- RefundQueue::sum_open: the number and sum of the refunds of each place of refund_queue/list_open, of the venues in $1.
select listed.place, count(*) as refunds, cast(sum(listed.amount_paise) as bigint) as amount_paise
  from (select order_number, amount_paise,
               case when status = 'failed' and next_step_at is null then 1 when status = 'approved' then 2 else 3 end as place
          from refund
         where status <> 'processed' and payment_id is not null
        union all
        select order_number, amount_paise, 0
          from refund
         where sent_after_all is not null and explained_at is null) listed
  join orders o on o.order_number = listed.order_number
 where $1 like '%,' || cast(o.venue_id as text) || ',%'
 group by listed.place
