-- Bills::find: the lines of a bill.
select order_number, amount_paise
  from bill_line
 where bill_id = $1
 order by line_no
