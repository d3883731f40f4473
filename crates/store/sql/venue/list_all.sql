-- Imports::known: all venues ever imported, to find what an operator's file would change.
select {venue_columns}, position, active
  from venue
 order by position, venue_id
