-- Orders::count_no_shows: how many games this customer missed.
select count(*) as count
  from orders
 where customer_id = $1 and status = 'no_show'
