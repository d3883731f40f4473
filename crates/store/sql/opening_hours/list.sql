-- Venues::list: when each venue opens.
select venue_id, weekday, first_start_minute, last_start_minute
  from opening_hours
