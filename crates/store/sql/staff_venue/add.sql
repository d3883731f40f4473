-- Members::set_venues: one row for each venue where the person works.
insert into staff_venue (staff_id, venue_id) values ($1, $2)
