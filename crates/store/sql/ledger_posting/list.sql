-- Ledger::list: the next $6 lines from $1 to before $2, in the order of time, after the line ($3, $4, $5).
select happened_at, entry, account, event, order_number, payment_id, bill_id, amount_paise
  from ledger_posting
 where happened_at >= $1 and happened_at < $2 and (happened_at, entry, account) > ($3, $4, $5)
 order by happened_at, entry, account
 limit $6
