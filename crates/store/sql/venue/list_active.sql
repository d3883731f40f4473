-- Venues::list: the active venues. One without an active court is among them.
select {venue_columns}
  from venue
 where active = 1
 order by position, venue_id
