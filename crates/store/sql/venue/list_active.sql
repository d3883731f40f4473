-- Venues::list: the venues that players can choose; every availability and price starts here.
select {venue_columns}
  from venue
 where active = 1
 order by position, venue_id
