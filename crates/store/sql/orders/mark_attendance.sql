-- Attendances::put, Attendances::put_again: the version decides which of several concurrent calls may change the attendance of a
-- booking. No row changed: it is not confirmed any more, or was changed since $2 was read.
update orders
   set version = version + 1
 where order_number = $1 and version = $2 and status = 'confirmed'
