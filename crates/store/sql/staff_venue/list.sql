-- Members::venues: the venues of everybody.
select staff_id, venue_id from staff_venue order by staff_id, venue_id
