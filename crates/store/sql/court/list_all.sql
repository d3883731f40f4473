-- Imports::list_venues: all courts, retired ones included.
select court_id, venue_id, sport_id, number, name, court_type, active
  from court
 order by venue_id, number
