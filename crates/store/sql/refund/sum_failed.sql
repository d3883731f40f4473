-- Refunds::sum_failed: for the metrics. The number and sum of refunds that failed at the provider.
select count(*), cast(coalesce(sum(amount_paise), 0) as bigint)
  from refund
 where status = 'failed'
