-- Customers::give_belongings, PlayerMerges::give: the offers to the guest or account $1 become offers to the customer $2.
update closure_offer set customer_id = $2 where customer_id = $1
