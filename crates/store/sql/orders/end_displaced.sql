-- Orders::end_displaced: nothing is owed of a booking that lost its court: there was nothing to give back, or what was paid
-- went to another booking ($2: 1). No row changed: it was not cancelled, or $3 is not what was paid of it and did not go
-- back.
update orders
   set status = 'cancelled', version = version + 1,
       paid_paise = case when cast($2 as bigint) = 1 then 0 else paid_paise end,
       returned_paise = case when cast($2 as bigint) = 1 then 0 else returned_paise end
 where order_number = $1 and (status = 'cancel_requested' or status = 'cancelled')
   and paid_paise - returned_paise = $3
