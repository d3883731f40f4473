-- Customers::list_by_phone_end: players whose number ends in the digits $2; $1 are the last four of them, which the index has.
select found.customer_id, found.full_name, found.phone,
       (select max(game.starts_at)
          from orders game
         where game.customer_id = found.customer_id and game.starts_at <= $3
           and (game.status = 'completed' or game.status = 'confirmed')) as last_game_at
  from (select customer_id, full_name, phone
          from customer
         where substr(phone, 10) = $1 and phone like '%' || $2
         order by full_name, customer_id
         limit $4) found
 order by found.full_name, found.customer_id
