-- Orders::lock_at_version: no other unit of work changes the booking before this one ends. No row changed: it was changed
-- since its version $2 was read.
update orders
   set version = version
 where order_number = $1 and version = $2
