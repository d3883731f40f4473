-- Orders::end_displaced: what was paid for a booking that lost its court went to another booking. No row changed: it was not
-- cancelled, or $2 is not what was paid of it and did not go back.
update orders
   set status = 'cancelled', version = version + 1, paid_paise = 0, returned_paise = 0
 where order_number = $1 and (status = 'cancel_requested' or status = 'cancelled')
   and paid_paise - returned_paise = $2
