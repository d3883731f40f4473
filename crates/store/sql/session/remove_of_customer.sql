-- Sessions::remove_of_customer, PlayerErasures::request, PlayerErasures::erase, PlayerMerges::merge: ends all sessions, also those
-- of accounts that were merged into this one.
delete from session
 where customer_id in (select cast($1 as bigint) union all select customer_id from customer where merged_into = $1)
