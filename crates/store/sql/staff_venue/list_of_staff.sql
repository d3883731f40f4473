-- Members::venues_of.
select venue_id from staff_venue where staff_id = $1 order by venue_id
