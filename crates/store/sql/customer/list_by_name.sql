-- Customers::list_by_name: players of whose name one word begins with each of three prefixes: from $1 to before $2, from $3 to before
-- $4, from $5 to before $6. A prefix that is not wanted is the empty one. The last game is looked up for those that are listed alone.
select customer_id, full_name, phone,
       (select max(game.starts_at)
          from orders game
         where game.customer_id = customer.customer_id and game.starts_at <= $7
           and (game.status = 'completed' or game.status = 'confirmed')) as last_game_at
  from customer
 where customer_id in (select found.customer_id
                         from customer found
                        where found.customer_id in (select first.customer_id
                                                      from customer_word first
                                                     where first.word >= $1 and first.word < $2)
                          and ($3 = '' or exists (select 1 from customer_word second
                                                   where second.customer_id = found.customer_id
                                                     and second.word >= $3 and second.word < $4))
                          and ($5 = '' or exists (select 1 from customer_word third
                                                   where third.customer_id = found.customer_id
                                                     and third.word >= $5 and third.word < $6))
                        order by found.full_name, found.customer_id
                        limit $8)
 order by full_name, customer_id
