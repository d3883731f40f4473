-- PlayerMerges::merge: the numbers that led to the account $1 lead to the account $2, so that no merged account
-- leads to another merged one.
update customer set merged_into = $2 where merged_into = $1
