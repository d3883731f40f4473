-- Venues::list_unfinished: retired venues with a booking that has no outcome yet, on a day after their last closed one, or with an
-- open shift whose drawer a member of staff keeps.
select venue_id
  from venue
 where active = 0
   and (exists (select 1
                  from orders o
                 where o.venue_id = venue.venue_id and o.confirmed_at is not null and o.status = 'confirmed'
                   and o.venue_day > coalesce((select max(d.day) from venue_day d where d.venue_id = venue.venue_id), ''))
        or (select s.kept_by from desk_shift s where s.venue_id = venue.venue_id and s.counted_at is null) is not null)
 order by venue_id
