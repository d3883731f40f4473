-- Payouts::sum_since: what was paid out since $1.
select count(*) as payouts, cast(coalesce(sum(lines), 0) as bigint) as lines,
       cast(coalesce(sum(credit_paise), 0) as bigint) as credit_paise,
       cast(coalesce(sum(debit_paise), 0) as bigint) as debit_paise,
       cast(coalesce(sum(fee_paise), 0) as bigint) as fee_paise, cast(coalesce(sum(tax_paise), 0) as bigint) as tax_paise
  from payout
 where settled_at >= $1
