-- Receipts::find: the receipt or the credit note of one order.
select series, year, serial, payment_id, issued_on, total_paise, tax_rate, taxable_paise, central_paise, state_paise,
       reason, facts
  from receipt
 where order_number = $1 and kind = $2
