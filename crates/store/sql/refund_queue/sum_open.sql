-- RefundQueue::sum_open: the number and sum of the refunds that are not done, of the venues in $1 (",1,2,"), by status and
-- whether they have a next step.
select refund.status, case when refund.next_step_at is null then 0 else 1 end as has_step, count(*) as refunds,
       cast(sum(refund.amount_paise) as bigint) as amount_paise
  from refund
 where refund.status <> 'processed' and refund.payment_id is not null
   and $1 like '%,' || cast((select o.venue_id from orders o where o.order_number = refund.order_number) as text) || ',%'
 group by refund.status, case when refund.next_step_at is null then 0 else 1 end
