-- Members::list_venues_of: the venues where a person works.
select venue_id from staff_venue where staff_id = $1 order by venue_id
