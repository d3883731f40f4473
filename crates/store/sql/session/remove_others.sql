-- Sessions::remove_others: a change of password ends all sessions except the one that requested it.
delete from session
 where customer_id = $1 and token_hash <> $2
