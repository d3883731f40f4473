-- Customers::take_turn_of_bill: as customer/take_turn, for the customers of the orders of the bill $1.
update customer
   set turn = turn + 1
 where customer_id in (select o.customer_id
                         from bill_line line
                         join orders o on o.order_number = line.order_number
                        where line.bill_id = $1)
