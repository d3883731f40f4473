-- Orders::count_ahead: the bookings of this customer that have not begun at $2.
select count(*) as count
  from orders
 where customer_id = $1 and status = 'confirmed' and starts_at > $2
