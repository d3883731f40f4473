-- Links::add, Links::end_all: ends the unused links of a member of staff, who gets a new one or may not sign in any more.
update staff_link set used_at = $2 where staff_id = $1 and used_at is null
