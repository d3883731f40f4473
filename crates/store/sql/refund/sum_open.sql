-- Refunds::sum_open: the number and sum of open refunds through the provider, by status and whether their next step is due by $1,
-- is being taken, or was tried without success. Failed ones are not counted, also if staff requested a new attempt. What was
-- settled another way is done, and what a desk pays out has no next step: neither is counted.
select status, case when next_step_at <= $1 or tries > 0 then 1 else 0 end as is_due, count(*) as refunds,
       cast(sum(amount_paise) as bigint) as amount_paise
  from refund
 where next_step_at is not null and status <> 'failed' and status <> 'processed'
 group by status, case when next_step_at <= $1 or tries > 0 then 1 else 0 end
