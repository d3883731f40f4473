-- Sessions::remove_of_customer, PlayerErasures::request, PlayerErasures::erase, PlayerMerges::merge: a password reset, an
-- erasure or a merge ends all sessions, also those of accounts that were merged into this one.
delete from session
 where customer_id in (select customer_id from customer where customer_id = $1 or merged_into = $1)
