-- Payouts::add_missing: refunds that the provider took from $1 to before $2 and that no payout has named by $3.
insert into payout_line (entity_id, payout_id, kind, state, amount_paise, fee_paise, tax_paise, credit_paise, debit_paise,
                         expected_paise, bill_id, order_number, added_at)
select r.provider_refund_id, null, 'refund', 'missing', r.amount_paise, 0, 0, 0, 0, -r.amount_paise, r.bill_id, r.order_number, $3
  from refund r
 where r.issued_at >= $1 and r.issued_at < $2 and r.provider_refund_id is not null and r.method = 'provider'
   and (r.status = 'issued' or r.status = 'processed')
   and not exists (select 1 from payout_line known where known.entity_id = r.provider_refund_id)
on conflict (entity_id) do nothing
