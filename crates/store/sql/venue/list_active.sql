-- Venues::list: the active venues. One without an active court is among them, although players cannot choose it.
select {venue_columns}
  from venue
 where active = 1
 order by position, venue_id
