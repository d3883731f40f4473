-- Bills::void_open_of_order: the order costs another amount now, so the earlier one is not requested any more.
update bill
   set state = 'void'
 where state = 'open' and bill_id in (select line.bill_id from bill_line line where line.order_number = $1)
