-- Venues::list: the venues that players can choose.
select {venue_columns}
  from venue
 where active = 1
 order by position, venue_id
