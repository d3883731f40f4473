-- Refunds::sum_failed: for the metrics. How many refunds the provider gave up, and what they come to.
select count(*), cast(coalesce(sum(amount_paise), 0) as bigint)
  from refund
 where status = 'failed'
