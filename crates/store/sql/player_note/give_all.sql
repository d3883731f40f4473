-- PlayerMerges::give: the notes about the account $1 become notes about the account $2, removed ones as well.
update player_note set customer_id = $2 where customer_id = $1
