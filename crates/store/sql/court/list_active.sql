-- Venues::complete: the active courts.
select court_id, venue_id, sport_id, number, name, court_type
  from court
 where active = 1
 order by venue_id, number
