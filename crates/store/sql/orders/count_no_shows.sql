-- Orders::count_no_shows: how often this customer did not come.
select count(*)
  from orders
 where customer_id = $1 and status = 'no_show'
