-- RefundQueue::sum_open: the number and sum of the refunds that went back twice and have no explanation, of the venues in
-- $1 (",1,2,").
select count(*) as refunds, cast(coalesce(sum(refund.amount_paise), 0) as bigint) as amount_paise
  from refund
 where refund.sent_after_all is not null and refund.explained_at is null
   and $1 like '%,' || cast((select o.venue_id from orders o where o.order_number = refund.order_number) as text) || ',%'
