-- Orders::lock_at_version: nobody changes the booking before this unit of work ends. No row changed: it was changed since its version
-- $2 was read.
update orders
   set version = version
 where order_number = $1 and version = $2
