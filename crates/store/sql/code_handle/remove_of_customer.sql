-- CodeHandles::remove_of_customer, PlayerErasures::request, PlayerErasures::erase, PlayerMerges::merge: ends the
-- requests that were started before.
delete from code_handle
 where customer_id = $1 and stage <> 'consumed'
