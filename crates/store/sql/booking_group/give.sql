-- Customers::give_belongings, PlayerMerges::give: the groups of the guest or account $1 become groups of the customer $2.
update booking_group set customer_id = $2 where customer_id = $1
