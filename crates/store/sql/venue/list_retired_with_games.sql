-- Venues::list_retired_with_games: retired venues with a booking that has no outcome yet, on a day after their last closed one.
select {venue_columns}
  from venue
 where active = 0
   and exists (select 1
                 from orders o
                where o.venue_id = venue.venue_id and o.confirmed_at is not null and o.status = 'confirmed'
                  and o.venue_day > coalesce((select max(d.day) from venue_day d where d.venue_id = venue.venue_id), ''))
 order by venue_id
