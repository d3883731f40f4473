-- Imports::list_venues, Venues::list_with_retired: all venues, retired ones included.
select {venue_columns}, position, active, version
  from venue
 order by position, venue_id
