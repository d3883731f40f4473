-- Customers::give_belongings: the groups of a guest without a number become groups of the customer $2.
update booking_group set customer_id = $2 where customer_id = $1
