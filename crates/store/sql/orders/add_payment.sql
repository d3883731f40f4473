-- Orders::add_payment: a line of a settled bill ($2) pays for a booking; $3 is how. No row changed: it owes less, or was cancelled.
update orders
   set paid_paise = paid_paise + $2, payment_method = $3, version = version + 1
 where order_number = $1 and (status = 'confirmed' or status = 'no_show' or status = 'completed')
   and paid_paise - returned_paise + $2 <= price_paise - discount_paise
