-- Refunds::sum_open: for the metrics. How many refunds are under way and what they come to, by status and whether their next
-- step is due by $1. Those that the provider gave up are summed up by themselves, also where staff asked for a new attempt.
select status, case when next_step_at <= $1 then 1 else 0 end, count(*), cast(sum(amount_paise) as bigint)
  from refund
 where next_step_at is not null and status <> 'failed'
 group by status, case when next_step_at <= $1 then 1 else 0 end
