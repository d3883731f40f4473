-- Imports::place_venues: its place in lists.
update venue
   set position = $2
 where venue_id = $1
