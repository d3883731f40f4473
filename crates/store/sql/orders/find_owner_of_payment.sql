-- Audit::find_player_of: the customer whose bookings a payment at a desk paid.
select o.customer_id
  from desk_payment p
  join bill_line l on l.bill_id = p.bill_id
  join orders o on o.order_number = l.order_number
 where p.desk_payment_id = $1
 limit 1
