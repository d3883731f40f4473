-- Orders::take_payment_back: the desk payment of a line ($2) was voided.
update orders
   set paid_paise = paid_paise - $2, version = version + 1
 where order_number = $1 and paid_paise - $2 >= returned_paise
