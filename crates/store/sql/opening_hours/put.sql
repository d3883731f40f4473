-- Imports::put_hours: first and last start of a weekday.
insert into opening_hours (venue_id, weekday, first_start_minute, last_start_minute) values ($1, $2, $3, $4)
on conflict (venue_id, weekday) do update
   set first_start_minute = excluded.first_start_minute, last_start_minute = excluded.last_start_minute
