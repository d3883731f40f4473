-- Bills::void_open_of_order: the payment of the open bills for the order, or for a part of it, is not requested any more. A bill for
-- several orders is among them.
update bill
   set state = 'void'
 where state = 'open' and bill_id in (select line.bill_id from bill_line line where line.order_number = $1)
