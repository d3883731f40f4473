-- Sessions::remove_of_customer, PlayerErasures::request, PlayerErasures::erase, PlayerMerges::merge: a password reset, an
-- erasure or a merge ends all sessions.
delete from session
 where customer_id = $1
