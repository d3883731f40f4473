-- Orders::give: a booking of a guest without a number becomes one of the customer $4. No row changed: it was changed since
-- its version $2 was read.
update orders
   set customer_id = $4, contact_name = coalesce(contact_name, $5), version = version + 1
 where order_number = $1 and version = $2 and customer_id = $3
