-- Sessions::remove_others: ends all sessions except the one of the token $2, also those of accounts that were merged into this one.
delete from session
 where customer_id in (select cast($1 as bigint) union all select customer_id from customer where merged_into = $1) and token_hash <> $2
