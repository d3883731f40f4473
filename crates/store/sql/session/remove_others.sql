-- Sessions::remove_others: a change of password signs out every browser but the one that asked.
delete from session
 where customer_id = $1 and token_hash <> $2
