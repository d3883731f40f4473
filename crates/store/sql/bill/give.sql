-- Customers::give_belongings, PlayerMerges::give: the bills of the guest or account $1 become bills of the customer $2.
update bill set customer_id = $2 where customer_id = $1
