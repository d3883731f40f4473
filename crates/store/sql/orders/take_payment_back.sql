-- Orders::take_payment_back: the desk payment of a line ($2) was voided. No row changed: more went back than would stay paid,
-- or the booking was cancelled.
update orders
   set paid_paise = paid_paise - $2, version = version + 1
 where order_number = $1 and paid_paise - $2 >= returned_paise and (status = 'confirmed' or status = 'no_show' or status = 'completed')
