-- Receipts::find_credit_note: the newest credit note of a bill.
select series, year, serial, bill_id, order_number, payment_id, issued_on, total_paise, tax_rate, taxable_paise, central_paise, state_paise,
       reason, facts, edition
  from receipt
 where bill_id = $1 and kind = 'credit_note'
 order by issued_at desc, serial desc
 limit 1
