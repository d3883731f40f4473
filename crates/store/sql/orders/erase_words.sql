-- PlayerErasures::erase: removes who came to the games of the account, and the reasons with which they were
-- cancelled.
update orders
   set contact_name = null, cancel_reason = null, version = version + 1
 where customer_id = $1 and (contact_name is not null or cancel_reason is not null)
