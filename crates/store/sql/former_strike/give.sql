-- PlayerMerges::give: what stays of the numbers of the account $1 counts for the account $2.
update former_strike set customer_id = $2 where customer_id = $1
