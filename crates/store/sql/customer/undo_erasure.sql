-- PlayerErasures::undo: unlocks the account $1 and those that were merged into it. No row changed: it is not locked, or it is
-- due to be erased.
update customer
   set erase_at = null, erase_asked_at = null, erase_asked_by = null, updated_at = $2
 where (customer_id = $1 or merged_into = $1) and erased_at is null and erase_at > $2
