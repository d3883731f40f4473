-- PlayerMerges::point_on: the numbers that led to the account $1 lead to the account $2, so that one step always leads to the end.
update customer set merged_into = $2 where merged_into = $1
