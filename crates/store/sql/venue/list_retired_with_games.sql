-- Venues::list_retired_with_games: retired venues with a booking that has no outcome yet, on a day after their last closed one, or
-- on one that was closed at $1 or later.
select {venue_columns}
  from venue
 where active = 0
   and (exists (select 1
                  from orders o
                 where o.venue_id = venue.venue_id and o.confirmed_at is not null and o.status = 'confirmed'
                   and o.venue_day > coalesce((select max(d.day) from venue_day d where d.venue_id = venue.venue_id), ''))
        or exists (select 1
                     from venue_day closed
                     join orders late on late.venue_id = closed.venue_id and late.venue_day = closed.day
                    where closed.venue_id = venue.venue_id and closed.closed_at >= $1
                      and late.confirmed_at is not null and late.status = 'confirmed'))
 order by venue_id
