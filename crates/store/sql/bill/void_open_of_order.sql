-- Bills::void_open_of_order: the payment of the open bills for a part of the order is not requested any more.
update bill
   set state = 'void'
 where state = 'open' and bill_id in (select line.bill_id from bill_line line where line.order_number = $1)
