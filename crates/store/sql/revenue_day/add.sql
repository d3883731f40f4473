-- RevenueDays::add: marks a day of a venue as summed. No row changed: it was summed before, or the venue has another time zone than $4,
-- by which the day was read.
insert into revenue_day (venue_id, day, summed_at)
select cast($1 as bigint), cast($2 as text), cast($3 as bigint)
 where exists (select 1 from venue where venue.venue_id = $1 and venue.time_zone = $4)
on conflict do nothing
