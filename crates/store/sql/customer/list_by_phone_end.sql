-- Customers::list_by_phone_end: players whose number ends in the digits $2; $1 are the last four of them, which the index
-- has. The number of a merged account finds the one that was kept; one that is locked is hidden. The limit counts players,
-- not numbers.
select customer_id, full_name, phone,
       (select max(game.starts_at)
          from orders game
         where game.customer_id = customer.customer_id and game.starts_at <= $3
           and (game.status = 'completed' or game.status = 'confirmed')) as last_game_at
  from customer
 where customer_id in (select kept.customer_id
                         from customer kept
                        where kept.customer_id in (select coalesce(found.merged_into, found.customer_id)
                                                     from customer found
                                                    where substr(found.phone, 10) = $1
                                                      and found.phone like '%' || $2
                                                      and found.erase_at is null)
                        order by kept.full_name, kept.customer_id
                        limit $4)
 order by full_name, customer_id
