-- Members::set_venues, before the new ones are added.
delete from staff_venue where staff_id = $1
