-- Invariants::list_broken_payouts: as invariant/list_broken, of what the payment provider paid out.
select rule, count(*) as count, min(example) as example
  from (
    select 'payouts whose sums differ from their lines' as rule, p.payout_id as example
      from payout p
      left join payout_line line on line.payout_id = p.payout_id
     group by p.payout_id, p.lines, p.credit_paise, p.debit_paise, p.fee_paise, p.tax_paise
    having p.lines <> count(line.entity_id) or p.credit_paise <> coalesce(sum(line.credit_paise), 0)
        or p.debit_paise <> coalesce(sum(line.debit_paise), 0) or p.fee_paise <> coalesce(sum(line.fee_paise), 0)
        or p.tax_paise <> coalesce(sum(line.tax_paise), 0)
  ) broken
 group by rule
 order by rule
