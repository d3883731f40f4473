-- ImportedBookings::add_group: this order was made together with others.
update orders
   set group_id = $2, version = version + 1
 where order_number = $1
