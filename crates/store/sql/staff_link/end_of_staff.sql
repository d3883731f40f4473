-- Links::end_all: a new link ends the earlier ones.
update staff_link set used_at = $2 where staff_id = $1 and used_at is null
