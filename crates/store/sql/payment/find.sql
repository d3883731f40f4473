-- Payments::find: one payment, with the first order of its bill.
select payment.bill_id, payment.amount_paise, payment.outcome, line.order_number
  from payment
  join bill_line line on line.bill_id = payment.bill_id and line.line_no = 1
 where payment.payment_id = $1
