-- Customers::list_guests_by_name: guests without a number who have a booking on the day $7 or later at a venue in $9 (",1,2,"),
-- and whose names have a word in each of three ranges, as in customer/list_by_name.
select customer.customer_id
  from customer_word first
  join customer on customer.customer_id = first.customer_id
 where first.word >= $1 and first.word < $2 and customer.phone is null
   and not exists (select 1 from customer_word earlier
                    where earlier.customer_id = first.customer_id and earlier.word >= $1 and earlier.word < first.word)
   and ($3 = '' or first.customer_id in (select second.customer_id from customer_word second
                                            where second.word >= $3 and second.word < $4))
   and ($5 = '' or first.customer_id in (select third.customer_id from customer_word third
                                            where third.word >= $5 and third.word < $6))
   and exists (select 1 from orders o
                where o.customer_id = first.customer_id and o.venue_day >= $7 and o.confirmed_at is not null
                  and $9 like '%,' || cast(o.venue_id as text) || ',%')
 order by first.word, first.customer_id
 limit $8
