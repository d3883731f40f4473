-- PlayerExports::read: requested payments for the orders of the account, one row for each order of a bill.
select line.bill_id as bill, line.order_number, line.amount_paise, bill.kind, bill.state, bill.method, bill.created_at, bill.settled_at
  from orders o
  join bill_line line on line.order_number = o.order_number
  join bill on bill.bill_id = line.bill_id
 where o.customer_id = $1
 order by line.bill_id, line.line_no
