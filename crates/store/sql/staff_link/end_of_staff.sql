-- Links::add, Links::end_all_of_and_by: ends the unused links of a member of staff.
update staff_link set used_at = $2 where staff_id = $1 and used_at is null
