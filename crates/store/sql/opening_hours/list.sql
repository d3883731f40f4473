-- Venues::list: the opening hours of each venue.
select venue_id, weekday, first_start_minute, last_start_minute
  from opening_hours
