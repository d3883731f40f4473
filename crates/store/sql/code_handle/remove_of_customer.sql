-- CodeHandles::remove_of_customer: a new password ends requests that were started under the old one.
delete from code_handle
 where customer_id = $1 and stage <> 'consumed'
