-- PlayerMerges::give: missed games from before an erasure that count for the account $1 count for the account $2.
update former_strike set customer_id = $2 where customer_id = $1
