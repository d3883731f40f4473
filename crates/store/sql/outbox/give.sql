-- PlayerMerges::give: messages to the account $1 go to the account $2.
update outbox set customer_id = $2 where customer_id = $1
