-- Payouts::find_stored: the payment under the id of a line, with the first order of its bill and how many there are.
select p.bill_id, p.amount_paise, p.fee_paise, p.outcome, line.order_number,
       (select count(*) from bill_line other where other.bill_id = p.bill_id) as orders
  from payment p
  join bill_line line on line.bill_id = p.bill_id and line.line_no = 1
 where p.payment_id = $1
