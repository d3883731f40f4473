-- Imports::list_venues, Venues::list_with_retired: all venues, retired ones included. A node keeps
-- them in memory, and every availability and price starts there; the operator's import and the desk read them anew.
select {venue_columns}, position, active, version
  from venue
 order by position, venue_id
