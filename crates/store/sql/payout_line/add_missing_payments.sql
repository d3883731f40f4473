-- Payouts::add_missing: payments that were settled from $1 to before $2 and that no payout has named by $3, without those that
-- the provider had returned.
insert into payout_line (entity_id, payout_id, kind, state, amount_paise, fee_paise, tax_paise, credit_paise, debit_paise,
                         expected_paise, bill_id, order_number, added_at)
select p.payment_id, null, 'payment', 'missing', p.amount_paise, p.fee_paise, 0, 0, 0, p.amount_paise - p.fee_paise, p.bill_id,
       (select line.order_number from bill_line line where line.bill_id = p.bill_id and line.line_no = 1), $3
  from payment p
 where p.settled_at >= $1 and p.settled_at < $2 and (p.outcome = 'confirmed' or p.outcome = 'refund')
   and not exists (select 1 from payout_line known where known.entity_id = p.payment_id)
on conflict (entity_id) do nothing
