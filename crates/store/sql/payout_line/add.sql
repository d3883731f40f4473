-- Payouts::add: a line that the provider reports. It replaces a line that was missing. No row changed: it was counted
-- before.
insert into payout_line (entity_id, payout_id, kind, state, amount_paise, fee_paise, tax_paise, credit_paise, debit_paise,
                         expected_paise, bill_id, order_number, added_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
on conflict (entity_id) do update
   set payout_id = excluded.payout_id, kind = excluded.kind, state = excluded.state, amount_paise = excluded.amount_paise,
       fee_paise = excluded.fee_paise, tax_paise = excluded.tax_paise, credit_paise = excluded.credit_paise,
       debit_paise = excluded.debit_paise, expected_paise = excluded.expected_paise, bill_id = excluded.bill_id,
       order_number = excluded.order_number, added_at = excluded.added_at, explanation = null, explained_by = null,
       explained_at = null
 where payout_line.state = 'missing'
