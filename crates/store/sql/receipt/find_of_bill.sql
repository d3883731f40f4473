-- Receipts::find_of_bill: the newest receipt of a bill.
select series, year, serial, bill_id, order_number, payment_id, issued_on, total_paise, tax_rate, taxable_paise, central_paise, state_paise,
       reason, facts, edition
  from receipt
 where bill_id = $1 and kind = 'receipt'
 order by edition desc
 limit 1
