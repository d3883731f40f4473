-- Customers::list_by_name: players whose name begins with $2 in lower case; $1 are its first three letters, which the index has.
select customer_id, full_name, phone,
       (select max(game.starts_at)
          from orders game
         where game.customer_id = customer.customer_id and game.starts_at <= $3
           and (game.status = 'completed' or game.status = 'confirmed')) as last_game_at
  from customer
 where substr(lower(full_name), 1, 3) = $1 and substr(lower(full_name), 1, length($2)) = $2
 order by full_name, customer_id
 limit $4
