-- Orders::put_in_group: a booking becomes one of the group $2. No row changed: it is not confirmed, or it was changed since its
-- version $3 was read.
update orders
   set group_id = $2, version = version + 1
 where order_number = $1 and version = $3 and status = 'confirmed'
