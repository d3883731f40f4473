-- Customers::give_belongings: the bills of a guest without a number become bills of the customer $2.
update bill set customer_id = $2 where customer_id = $1
