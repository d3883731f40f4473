-- Links::end_all_of_and_by: ends the unused links that a member of staff made. Expired ones are left out: they cannot be used.
update staff_link set used_at = $2 where made_by = $1 and used_at is null and expires_at > $2
