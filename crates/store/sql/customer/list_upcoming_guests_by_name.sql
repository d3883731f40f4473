-- Customers::list_upcoming_guests_by_name: the same guests in the same order as customer/list_guests_by_name, found from
-- the bookings on the day $7 or later instead of from the words: there are fewer of them than customers with a common word.
-- SQLite reads the tables of a `cross join` in the order that is written.
select o.customer_id
  from venue
 cross join orders o
 cross join customer
 cross join customer_word first
 where o.venue_id = venue.venue_id and o.venue_day >= $7 and o.confirmed_at is not null
   and $9 like '%,' || cast(venue.venue_id as text) || ',%'
   and customer.customer_id = o.customer_id and customer.phone is null
   and first.customer_id = o.customer_id and first.word >= $1 and first.word < $2
   and ($3 = '' or exists (select 1 from customer_word second
                            where second.customer_id = o.customer_id and second.word >= $3 and second.word < $4))
   and ($5 = '' or exists (select 1 from customer_word third
                            where third.customer_id = o.customer_id and third.word >= $5 and third.word < $6))
 group by o.customer_id
 order by min(first.word), o.customer_id
 limit $8
