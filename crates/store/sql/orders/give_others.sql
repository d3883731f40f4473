-- Orders::give: the other bookings of a guest without a number become bookings of the customer $2.
update orders
   set customer_id = $2, contact_name = coalesce(contact_name, $3), version = version + 1
 where customer_id = $1
returning order_number
