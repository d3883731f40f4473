-- Customers::find_player: a player or guest with the number of games played up to $2, missed games, strikes at $2 (parts/strikes)
-- and cancelled bookings.
select customer.customer_id, customer.full_name, customer.phone, customer.origin, customer.created_at,
       {games_played} as played,
       (select count(*) from orders o where o.customer_id = $1 and o.status = 'no_show') as missed,
       {strikes} as strikes,
       (select count(*) from orders o
         where o.customer_id = $1 and o.confirmed_at is not null and {is_cancelled}) as cancelled
  from customer
 where customer.customer_id = $1
