-- Refunds::sum_open: the number and sum of refunds that failed at the provider.
select count(*) as refunds, cast(coalesce(sum(amount_paise), 0) as bigint) as amount_paise
  from refund
 where status = 'failed'
