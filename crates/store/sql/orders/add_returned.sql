-- Orders::add_returned: a part of what was paid for this order ($2) is owed back. No row changed: more than was paid.
update orders
   set returned_paise = returned_paise + $2, version = version + 1
 where order_number = $1 and returned_paise + $2 <= paid_paise
