-- Customers::list_by_name: players with a number whose names have a word in each of three ranges: from $1 to before $2, from $3
-- to before $4, from $5 to before $6. $3 and $5 are empty if there are fewer ranges. $7 is the current time. The order is that
-- of the words in the first range, which is the order of the key, so that not all words of a common prefix are read. The words
-- in the other ranges are read once each, as lists: two common words may have few players in common.
select customer.customer_id, customer.full_name, customer.phone,
       (select max(game.starts_at)
          from orders game
         where game.customer_id = customer.customer_id and game.starts_at <= $7
           and (game.status = 'completed' or game.status = 'confirmed')) as last_game_at
  from customer_word first
  join customer on customer.customer_id = first.customer_id
 where first.word >= $1 and first.word < $2 and customer.phone is not null
   and not exists (select 1 from customer_word earlier
                    where earlier.customer_id = first.customer_id and earlier.word >= $1 and earlier.word < first.word)
   and ($3 = '' or first.customer_id in (select second.customer_id from customer_word second
                                            where second.word >= $3 and second.word < $4))
   and ($5 = '' or first.customer_id in (select third.customer_id from customer_word third
                                            where third.word >= $5 and third.word < $6))
 order by first.word, first.customer_id
 limit $8
