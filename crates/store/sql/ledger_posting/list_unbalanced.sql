-- Ledger::list_unbalanced: entries whose lines do not sum to zero; there must be none.
select entry, cast(sum(amount_paise) as bigint) as sum_paise
  from ledger_posting
 group by entry
having sum(amount_paise) <> 0
 order by entry
 limit $1
