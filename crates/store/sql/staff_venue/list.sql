-- Members::list_venues: the venues of all members.
select staff_id, venue_id from staff_venue order by staff_id, venue_id
