-- Members::set_venues: removes the venues of a member.
delete from staff_venue where staff_id = $1
