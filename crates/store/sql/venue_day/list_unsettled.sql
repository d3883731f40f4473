-- VenueDays::list_unsettled: the days of a venue from $2 on that were closed at $3 or later and have bookings that are still confirmed,
-- the oldest first.
select d.day
  from venue_day d
 where d.venue_id = $1 and d.day >= $2 and d.closed_at >= $3
   and exists (select 1
                 from orders o
                where o.venue_id = d.venue_id and o.venue_day = d.day and o.confirmed_at is not null and o.status = 'confirmed')
 order by d.day
