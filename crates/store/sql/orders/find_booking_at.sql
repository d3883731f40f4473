-- Orders::find_booking_at: the booking of a customer for one court and start.
select order_number
  from orders
 where customer_id = $1 and court_id = $2 and starts_at = $3 and status = 'confirmed'
