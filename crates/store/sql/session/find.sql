-- Sessions::find: one read by primary keys. A session that began while its account was merged counts for the account that was
-- kept. An account that is locked to be erased has no session.
select coalesce(customer.merged_into, customer.customer_id) as customer_id, session.created_at, session.last_seen_at, session.expires_at
  from session
  join customer on customer.customer_id = session.customer_id
 where session.token_hash = $1 and customer.erase_at is null
