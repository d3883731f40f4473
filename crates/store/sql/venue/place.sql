-- Imports::place_venues: sets the place of a venue in lists.
update venue
   set position = $2
 where venue_id = $1
