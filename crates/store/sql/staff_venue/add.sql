-- Members::set_venues.
insert into staff_venue (staff_id, venue_id) values ($1, $2)
