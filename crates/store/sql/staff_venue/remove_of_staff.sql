-- Members::set_venues: removes the venues of a member before the new ones are added.
delete from staff_venue where staff_id = $1
