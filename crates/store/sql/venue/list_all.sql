-- Imports::list_venues: all venues, retired ones included, to find what an operator's file or the desk would change.
select {venue_columns}, position, active, version
  from venue
 order by position, venue_id
