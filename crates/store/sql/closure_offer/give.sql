-- Customers::give_belongings: the offers to a guest without a number become offers to the customer $2.
update closure_offer set customer_id = $2 where customer_id = $1
